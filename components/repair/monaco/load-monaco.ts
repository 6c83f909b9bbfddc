import { loader } from "@monaco-editor/react";
import { withoutStyleAttributes } from "@/components/repair/monaco/styled-html";
import type { Locale } from "@/lib/locale";
import type { monaco } from "@/components/repair/monaco/monaco";

export type Monaco = typeof monaco;
export type CodeEditorApi = ReturnType<Monaco["editor"]["create"]>;

/** Bundled by `lib/content/browser-editor.ts`, apart from the pages. */
const folder = "/editor";

interface TrustedTypesOptions {
  createHTML?: (text: string) => string;
}

/** Has to be there before Monaco is read: it asks for its policies while it loads. */
const environment = {
  getWorker: (_id: string, label: string) => new Worker(`${folder}/${label === "typescript" ? "typescript" : "editor"}.worker.js`),
  createTrustedTypesPolicy: (_name: string, options: TrustedTypesOptions) => ({
    ...options,
    createHTML: (text: string) => withoutStyleAttributes(options.createHTML?.(text) ?? text),
  }),
};

let loading: Promise<Monaco> | null = null;

/**
 * Loads the editor, its language service and the types of the ports, with documentation in the reader's language. All of
 * it comes from this server. Rejects when something is missing; the next call tries again.
 */
export function loadMonaco(locale: Locale): Promise<Monaco> {
  loading ??= load(locale).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(locale: Locale): Promise<Monaco> {
  Object.assign(globalThis, { MonacoEnvironment: environment });
  if (locale === "ru") await import(/* turbopackIgnore: true */ `${folder}/messages.ru.js`);
  const address: string = `${folder}/monaco.js`;
  const [loaded, ports] = await Promise.all([
    import(/* turbopackIgnore: true */ address) as Promise<{ monaco: Monaco }>,
    fetch(`${folder}/ports.${locale}.d.ts`).then((response) => (response.ok ? response.text() : Promise.reject(new Error(`ports: ${response.status}`)))),
    loadStyles(`${folder}/monaco.css`),
    document.fonts.load('13.5px "Martian Mono Variable"'),
  ]);
  setUpLanguage(loaded.monaco, ports);
  loader.config({ monaco: loaded.monaco as unknown as Parameters<typeof loader.config>[0]["monaco"] & object });
  await loader.init();
  return loaded.monaco;
}

/** TypeScript as the executor runs it: the language itself and the ports; no page, no modules. */
function setUpLanguage({ typescript }: Monaco, ports: string): void {
  const { typescriptDefaults, ScriptTarget, ModuleKind } = typescript;
  typescriptDefaults.setCompilerOptions({
    target: ScriptTarget.ESNext,
    module: ModuleKind.ESNext,
    lib: ["es2022"],
    types: [],
    strict: true,
    isolatedModules: true,
    allowNonTsExtensions: true,
    noEmit: true,
  });
  typescriptDefaults.setEagerModelSync(true);
  typescriptDefaults.addExtraLib(`declare module "crash-window" {\n${ports}\n}`, "file:///crash-window.d.ts");
}

function loadStyles(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${address} did not load`));
    document.head.append(link);
  });
}
