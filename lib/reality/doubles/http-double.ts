import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What becomes of the next request: decided before it is sent, by whoever lets it go. */
export interface Expected {
  /** The message that the caller works on: written down beside the effect. */
  message: string | null;
  /** `requestLost`: not carried out, silence. `replyLost`: carried out, silence. `serverError`: carried out, a 500. */
  fault: "requestLost" | "replyLost" | "serverError" | null;
  /** Begun, and carried out when `finish` says so. */
  hold: boolean;
}

export const nothingSpecial: Expected = { message: null, fault: null, hold: false };

export interface HttpDouble {
  url: string;
  stop: () => Promise<void>;
}

export interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** Answers with silence: the client has to give up by itself. Closing would be an answer. */
export const silence = Symbol("silence");

/** An HTTP server on a free port of the loopback interface that gives each request with its body to `answer`. */
export async function startHttpDouble(
  answer: (request: IncomingMessage, body: string) => Promise<Answer | typeof silence>,
): Promise<HttpDouble> {
  const server = createServer((request, response) => {
    void bodyOf(request)
      .then((body) => answer(request, body))
      .then(
        (given) => (given === silence ? undefined : write(response, given)),
        (error: unknown) => write(response, { status: 501, body: { error: { name: "Error", message: String(error) } } }),
      );
  });
  // Clients keep connections; one that is closed under a request would look like a lost answer.
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function write(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
