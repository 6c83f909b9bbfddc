import { createQuickJsExecutor } from "@/lib/simulator/process/quickjs";
import { serveEngine } from "@/lib/simulator/worker/serve";

/**
 * The engine in the browser: the entry of `/engine/worker.js`. Its files lie beside it and come from this server; their
 * own policy allows WebAssembly here and nowhere else.
 */

/** The global scope of a dedicated worker; the project's types know the window only. */
interface WorkerScope {
  postMessage: (message: unknown) => void;
  onmessage: ((event: { data: unknown }) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;

async function fetchFile(name: string): Promise<Response> {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

scope.onmessage = (() => {
  const serve = serveEngine({
    post: (message) => scope.postMessage(message),
    loadExecutor: async () => {
      const [realm, wasm] = await Promise.all([
        fetchFile("realm.js").then((response) => response.text()),
        fetchFile("quickjs.wasm").then(async (response) => WebAssembly.compile(await response.arrayBuffer())),
      ]);
      return createQuickJsExecutor({ realm, wasm });
    },
    loadSqlParser: async () => (await import("./grammar")).loadGrammar(),
  });
  return ({ data }) => serve(data);
})();
