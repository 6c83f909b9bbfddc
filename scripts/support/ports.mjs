import { createServer } from "node:net";

/**
 * Whether a server could listen on this TCP port right now.
 *
 * @param {number} port 0 asks for any free port
 * @param {string} [host] every interface when left out
 * @returns {Promise<number | null>} the port, or null when it is taken or not allowed
 */
export function probePort(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : null));
    });
  });
}

/** A TCP port on the loopback interface that was free a moment ago. */
export async function freePort() {
  const port = await probePort(0, "127.0.0.1");
  if (port === null) throw new Error("No free TCP port on 127.0.0.1.");
  return port;
}
