/** A Web Worker of the engine as its clients use it: for a run or for an exploration. */
interface StartedWorker<Message> {
  postMessage: (message: Message) => void;
  terminate: () => void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

/** Starts the engine in a worker of its own. */
export function startWorker<Message>(): StartedWorker<Message> {
  const worker = new Worker("/engine/worker.js", { type: "module" });
  const client: StartedWorker<Message> = {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    onmessage: null,
    onerror: null,
  };
  worker.onmessage = ({ data }: MessageEvent<unknown>) => client.onmessage?.({ data });
  worker.onerror = ({ message }) => client.onerror?.({ message });
  return client;
}
