import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What a page must not do: complain in the console, fail, or speak to anybody but its own server. */
export function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== "data:" && host !== new URL(page.url()).host && page.url() !== "about:blank") {
      complaints.push(`request to ${host}`);
    }
  });
  return complaints;
}

/** @param part selector of the part that is looked at, where another test has seen the rest; a long table takes its time */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // No page has frames: without the way through them (a page of its own that joins their results) it takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ rules: { "target-size": { enabled: true } } });
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** Nothing sticks out to the right: no sideways scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** Waits until the scripts of the page have taken over: before that, a click on the theme changes nothing. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("header button") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
}
