import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * Sits between the app and PostgreSQL and knows two moments of the app's life: the instant before the commit of an
 * answer reaches the database, and the instant after the database has committed it and before the app learns of it.
 * A process that is killed there is killed exactly in its own crash window, with nothing in the product to help.
 */
export interface CommitProxy {
  /** Connection string of the database, through the proxy. */
  url: string;
  /**
   * Arms the proxy once: at the next commit of an answer it calls `strike` and lets nothing more through on that
   * connection.
   */
  arm(moment: "before-commit" | "after-commit", strike: () => void): void;
  /** False: existing connections end and new ones are closed at once, as if the database were down. */
  setReachable(reachable: boolean): void;
  close(): Promise<void>;
}

/** CommandComplete with the tag COMMIT, as PostgreSQL sends it (protocol 3, "Message Formats"). */
const committed = Buffer.from("C\0\0\0\x0bCOMMIT\0", "latin1");

export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: { moment: "before-commit" | "after-commit"; strike: () => void } | null = null;

  let isReachable = true;
  const endAll = () => sockets.forEach((socket) => socket.destroy());

  const server = createServer((app) => {
    if (!isReachable) return void app.destroy();
    const database = connect(Number(target.port), target.hostname);
    let holdsAnswer = false;
    const end = () => {
      app.destroy();
      database.destroy();
    };
    const strike = () => {
      armed?.strike();
      armed = null;
      end();
    };
    for (const socket of [app, database]) {
      sockets.add(socket);
      socket.setNoDelay(true).on("error", end).on("close", end).on("close", () => sockets.delete(socket));
    }
    app.on("data", (chunk: Buffer) => {
      if (chunk.includes("INSERT INTO attempt")) holdsAnswer = true;
      if (holdsAnswer && armed?.moment === "before-commit" && chunk.includes("COMMIT")) strike();
      else database.write(chunk);
    });
    database.on("data", (chunk: Buffer) => {
      const ends = holdsAnswer && chunk.includes(committed);
      if (ends && armed?.moment === "after-commit") strike();
      else app.write(chunk);
      if (ends) holdsAnswer = false;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    arm: (moment, strike) => {
      armed = { moment, strike };
    },
    setReachable: (reachable) => {
      isReachable = reachable;
      if (!reachable) endAll();
    },
    close: () => {
      endAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
