import { PlainError } from "../support/plain-error.mjs";
import { probePort } from "../support/ports.mjs";

/**
 * @param {string | undefined} setting the environment's PORT
 * @returns {Promise<number>} a port that is free right now
 * @throws {PlainError}
 */
export async function choosePort(setting) {
  const text = setting?.trim() || "3000";
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new PlainError(`PORT is "${text}", but a port is a number from 1 to 65535: PORT=3001 npm start`);
  }
  const isFree = (await probePort(port)) !== null && (await probePort(port, "127.0.0.1")) !== null;
  if (!isFree) throw new PlainError(portTaken(port));
  return port;
}

/** @param {number} port */
export function portTaken(port) {
  const other = port < 1024 ? 3000 : port === 65_535 ? 3001 : port + 1;
  const reason = port < 1024 ? "is taken, or only root may use it" : "is taken by another program";
  return `Port ${port} ${reason}. Choose another one: PORT=${other} npm start`;
}
