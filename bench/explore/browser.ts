import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { writeBrowserEngine } from "@/lib/content/browser-engine";
import type { FromExplorer } from "@/lib/simulator/worker/explore-protocol";
import type { EngineSetup } from "@/lib/simulator/worker/protocol";
import config from "@/playwright.config";
import { median } from "./measure";

const types: Record<string, string> = { ".js": "text/javascript", ".wasm": "application/wasm" };

/** A browser with the shipped engine in a worker. */
export interface Browser {
  /** Milliseconds of a proof with its crash map in the worker, median of the rounds. */
  prove: (setup: EngineSetup, rounds: number) => Promise<number>;
  close: () => Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), "bench-engine-"));
  writeBrowserEngine(folder);
  const server = createServer((request, response) => {
    const name = /^\/([\w-]+\.(?:js|wasm))$/.exec(request.url ?? "")?.[1];
    response.setHeader("content-type", name ? (types[extname(name)] ?? "") : "text/html");
    response.end(name ? readFileSync(join(folder, name)) : "<!doctype html><title>bench</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch(config.use?.launchOptions);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    async prove(setup, rounds) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await proveInWorker(page, setup));
      return median(times);
    },
    async close() {
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One proof in the page's worker, which is started with the first. The worker measures it itself. */
async function proveInWorker(page: Page, setup: EngineSetup): Promise<number> {
  const answer = await page.evaluate(async (text) => {
    const scope = globalThis as { explorer?: Worker };
    const worker = (scope.explorer ??= new Worker("/worker.js", { type: "module" }));
    return new Promise<FromExplorer>((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }: { data: FromExplorer }) => {
        if (data.tell !== "loading" && data.tell !== "progress") resolve(data);
      };
      worker.postMessage({ ask: "explore", id: 1, setup: JSON.parse(text) as unknown, limits: {} });
    });
  }, JSON.stringify(setup));
  if (answer.tell !== "explored" || answer.stopped !== null) throw new Error(`no proof: ${JSON.stringify(answer)}`);
  return answer.result.milliseconds;
}
