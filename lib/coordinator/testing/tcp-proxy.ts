import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  port: number;
  /**
   * Cuts the connection at the next request: `before` the server sees it, or `after` the server has answered, so that
   * the answer is lost.
   */
  cutNext(when: "before" | "after"): void;
  /** Accepts connections but passes nothing on any more, in either direction. */
  freeze(): void;
  cutAll(): void;
  close(): Promise<void>;
}

/**
 * A TCP proxy on the loopback interface, for broken and for slow connections.
 * @param delayMs added in each direction
 */
export async function startTcpProxy(targetPort: number, { delayMs = 0 } = {}): Promise<TcpProxy> {
  const later = (pass: () => void) => void (delayMs === 0 ? pass() : setTimeout(pass, delayMs));
  let cut: "before" | "after" | null = null;
  let frozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (request) => {
      if (frozen) return;
      if (cut === "before") {
        cut = null;
        client.destroy();
      } else {
        later(() => upstream.write(request));
      }
    });
    upstream.on("data", (reply) => {
      if (frozen) return;
      if (cut === "after") {
        cut = null;
        client.destroy();
      } else {
        later(() => client.write(reply));
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cutNext: (when) => void (cut = when),
    freeze: () => void (frozen = true),
    cutAll: () => sockets.forEach((socket) => socket.destroy()),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
