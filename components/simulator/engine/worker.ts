import type { Executor } from "@/lib/simulator/process/executor";
import { createQuickJsExecutor } from "@/lib/simulator/process/quickjs";
import { isForExplorer } from "@/lib/simulator/worker/explore-protocol";
import { serveExplorer } from "@/lib/simulator/worker/explore-serve";
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

async function loadExecutor(): Promise<Executor> {
  const [realm, wasm] = await Promise.all([
    fetchFile("realm.js").then((response) => response.text()),
    fetchFile("quickjs.wasm").then(async (response) => WebAssembly.compile(await response.arrayBuffer())),
  ]);
  return createQuickJsExecutor({ realm, wasm });
}

/** A turn of the event loop. Timers would wait some milliseconds each. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

const host = {
  post: (message: unknown) => scope.postMessage(message),
  loadExecutor,
  loadSqlParser: async () => (await import("./grammar")).loadGrammar(),
};
const serveRun = serveEngine(host);
const serveExploration = serveExplorer({ ...host, now: () => performance.now(), pause });
scope.onmessage = ({ data }) => (isForExplorer(data) ? serveExploration(data) : serveRun(data));
