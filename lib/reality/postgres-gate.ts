import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * A door between one child process and PostgreSQL. When the child dies, the server notices only when the door lets it:
 * so that a schedule decides how long a dead session keeps its locks, as a network would.
 */
export interface PostgresGate {
  port: number;
  /** The server hears that its client is gone. Nothing where no connection is left. */
  release: () => void;
  /**
   * Breaks the connection around the next request: `before` the server sees it, or `after` it has answered, so that the
   * answer is lost.
   */
  cutNext: (when: "before" | "after") => void;
  close: () => Promise<void>;
}

export async function openPostgresGate(targetPort: number): Promise<PostgresGate> {
  const upstreams = new Set<Socket>();
  const clients = new Set<Socket>();
  let cut: "before" | "after" | null = null;
  const server = createServer((client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    // What is small must not wait for more: steps are measured in milliseconds.
    for (const socket of [client, upstream]) socket.setNoDelay(true).on("error", () => undefined);
    upstreams.add(upstream);
    clients.add(client);
    let saidGoodbye = false;
    const part = () => {
      upstream.destroy();
      client.destroy();
    };
    client.on("data", (data) => {
      // Message `X` of the protocol, Terminate: the client leaves in order.
      saidGoodbye = data[0] === terminate && data.length === 5;
      if (cut === "before") {
        cut = null;
        return part();
      }
      upstream.write(data);
    });
    client.on("close", () => {
      clients.delete(client);
      if (saidGoodbye) upstream.end();
    });
    upstream.on("data", (data) => {
      if (cut === "after") {
        cut = null;
        return part();
      }
      client.write(data);
    });
    upstream.on("close", () => {
      upstreams.delete(upstream);
      client.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    release: () => upstreams.forEach((upstream) => upstream.destroy()),
    cutNext: (when) => void (cut = when),
    async close() {
      for (const socket of [...upstreams, ...clients]) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const terminate = "X".charCodeAt(0);
