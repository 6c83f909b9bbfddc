import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "@/scripts/support/ports.mjs";
import { choosePort, portTaken } from "./port.mjs";

it("takes the port it is given", async () => {
  const port = await freePort();
  expect(await choosePort(String(port))).toBe(port);
});

it.each(["abc", "0", "65536", "-1", "3000.5", "80 81"])("refuses PORT=%s with an example", async (setting) => {
  await expect(choosePort(setting)).rejects.toThrow(/a number from 1 to 65535: PORT=3001 npm start/);
});

it("refuses a port that is taken on the loopback interface only", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await expect(choosePort(String(port))).rejects.toThrow(`Port ${port} is taken`);
  server.close();
});

it("suggests a port that exists", () => {
  expect(portTaken(3000)).toContain("PORT=3001 npm start");
  expect(portTaken(65_535)).not.toContain("65536");
  expect(portTaken(80)).toContain("only root may use it");
});
