import { expect, test } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { paper } from "@/lib/theme";
import { expectAccessible, expectNoSidewaysScroll, waitForScripts, watch } from "./support/page-checks";
import { languages, looks } from "./support/looks";

const lesson = "lessons/reading-code-and-logs";
const words = { ru, en };

test.describe("addresses", () => {
  for (const [header, locale] of [
    ["ru-RU,ru;q=0.9,en;q=0.8", "ru"],
    ["de,en;q=0.5,ru;q=0.7", "ru"],
    ["en-GB,en;q=0.9,ru;q=0.8", "en"],
    ["fr-FR", "en"],
  ] as const) {
    test(`/ leads ${header} to /${locale}`, async ({ request }) => {
      const response = await request.get("/?from=mail", { headers: { "Accept-Language": header }, maxRedirects: 0 });
      expect(response.status()).toBe(307);
      expect(response.headers()["location"]).toBe(`/${locale}?from=mail`);
      expect(response.headers()["vary"]).toContain("Accept-Language");
    });
  }

  for (const [path, accepts, locale] of [
    ["/ru/nowhere", "en", "ru"],
    ["/en/lessons", "ru", "en"],
    ["/en/lessons/no-such-lesson", "ru", "en"],
    ["/ru/lab/no-such-scenario", "en", "ru"],
    ["/ru/author", "en", "ru"],
    ["/api/author/claims", "ru", "ru"],
    ["/api/author/changes", "en", "en"],
    ["/de", "ru", "ru"],
    ["/de/progress", "fr", "en"],
    ["/nowhere/at/all", "ru;q=0.4,en;q=0.2", "ru"],
  ] as const) {
    test(`${path} is missing, in ${locale} for a reader of ${accepts}`, async ({ request }) => {
      const response = await request.get(path, { headers: { "Accept-Language": accepts } });
      expect(response.status()).toBe(404);
      const html = await response.text();
      expect(html).toContain(`<html lang="${locale}"`);
      expect(html).toContain(`>${words[locale].errors.notFoundTitle}</h1>`);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
    });
  }

  for (const path of process.env.TEST_LONG ? ["/nowhere/at/all", "/ru/nowhere", "/ru/lessons/no-such-lesson"] : ["/nowhere/at/all"]) {
    test(`${path} says that it is missing and leads to the map`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ locale: "ru-RU", baseURL: baseURL ?? "" });
      const page = await context.newPage();
      await page.goto(path);
      await waitForScripts(page);
      await expect(page).toHaveTitle(`${ru.errors.notFoundTitle} · ${ru.common.product}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(ru.errors.notFoundTitle);
      await page.getByRole("link", { name: ru.errors.toMap }).click();
      await expect(page).toHaveURL("/ru");
      await context.close();
    });
  }

  test("pages say what they are and where their translation is", async ({ page, request }) => {
    await page.goto("/ru/progress");
    await expect(page).toHaveTitle(`${ru.progress.title} · ${ru.common.product}`);
    const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name);
    expect(await attribute("meta[name=description]", "content")).toBe(ru.progress.description);
    expect(await attribute("link[rel=canonical]", "href")).toMatch(/\/ru\/progress$/);
    expect(await attribute("link[rel=alternate][hreflang=en]", "href")).toMatch(/\/en\/progress$/);
    expect(await attribute("link[rel=alternate][hreflang=ru]", "href")).toMatch(/\/ru\/progress$/);
    const preview = await request.get((await attribute("meta[property='og:image']", "content")) ?? "");
    expect(preview.headers()["content-type"]).toBe("image/png");
    const picture = await preview.body();
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test("the measuring page has no style, no script of ours, and is not for searchers", async ({ page, request }) => {
    await page.goto("/bare");
    await expect(page.locator("link[rel=stylesheet], style")).toHaveCount(0);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
    expect(await (await request.get("/robots.txt")).text()).toContain("Disallow: /bare");
  });
});

test.describe("protection", () => {
  test("every page gets a fresh nonce, and every script of the page carries it", async ({ request }) => {
    const nonces = new Set<string>();
    for (const path of ["/ru", "/ru", "/en/progress", `/en/${lesson}`, "/ru/nowhere"]) {
      const response = await request.get(path);
      const policy = response.headers()["content-security-policy"] ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      expect(nonce.length).toBeGreaterThan(20);
      nonces.add(nonce);
      const html = await response.text();
      const scripts = html.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(3);
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
      expect(html).not.toMatch(/<[^>]+\sstyle="/);
    }
    expect(nonces.size).toBe(5);
  });

  test("other protective headers stand on pages and on static files", async ({ request }) => {
    for (const path of ["/ru", "/api/health", "/preview/ru.png"]) {
      const headers = (await request.get(path)).headers();
      expect(headers, path).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
      });
      expect(headers["permissions-policy"]).toContain("camera=()");
      expect(headers["x-powered-by"]).toBeUndefined();
    }
  });
});

test.describe("language", () => {
  test("the switch keeps page, query and the section that is being read", async ({ page }) => {
    const complaints = watch(page);
    await page.goto(`/ru/${lesson}?from=mail`);
    await waitForScripts(page);
    const section = page.locator("main section[id]").nth(5);
    const id = await section.getAttribute("id");
    await section.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await page.waitForTimeout(1000);
    // To reach the link the reader goes up to the bar: the place is the one they come from.
    await page.getByRole("link", { name: "EN, English" }).click();
    await expect(page).toHaveURL(`/en/${lesson}?from=mail#${id}`);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
    await waitForScripts(page);
    await page.waitForTimeout(1000);
    await page.getByRole("link", { name: "RU, русский" }).click();
    await expect(page).toHaveURL(`/ru/${lesson}?from=mail#${id}`);
    expect(complaints).toEqual([]);
  });

  test("at the top of a page no anchor is added", async ({ page }) => {
    await page.goto("/en/progress");
    await page.getByRole("link", { name: "RU, русский" }).click();
    await expect(page).toHaveURL("/ru/progress");
  });

  test("without scripts it is a plain link, and every page can be read", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    await page.goto(`/ru/${lesson}?from=mail`);
    await page.getByRole("link", { name: "EN, English" }).click();
    await expect(page).toHaveURL(`/en/${lesson}?from=mail`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: en.common.themeSystem })).toBeHidden();
    await context.close();
  });
});

test.describe("theme", () => {
  const hex = (channels: string) => (channels.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, "0")).join("");

  for (const locale of languages("ru")) {
    test(`from the system to light to dark and back, in words (${locale})`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ colorScheme: "dark", baseURL: baseURL ?? "" });
      const page = await context.newPage();
      const complaints = watch(page);
      const ground = async () => `#${hex(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))}`;
      const { themeSystem, themeLight, themeDark } = words[locale].common;
      await page.goto(`/${locale}`);
      await waitForScripts(page);
      expect(await ground()).toBe(paper.dark);

      await page.getByRole("button", { name: themeSystem }).click();
      expect(await ground()).toBe(paper.light);
      await expect(page.locator("meta[name=theme-color]").nth(1)).toHaveAttribute("content", paper.light);
      await page.reload();
      await waitForScripts(page);
      expect(await ground()).toBe(paper.light);

      await page.getByRole("button", { name: themeLight }).click();
      await page.goto(`/${locale}/progress`);
      await waitForScripts(page);
      expect(await ground()).toBe(paper.dark);
      await page.getByRole("button", { name: themeDark }).click();
      await expect(page.getByRole("button", { name: themeSystem })).toBeVisible();
      await page.reload();
      await expect(page.locator("html")).not.toHaveAttribute("data-theme");
      expect(complaints).toEqual([]);
      await context.close();
    });
  }

  test("the server already answers in the chosen theme, so nothing flashes", async ({ request }) => {
    const html = async (cookie: string) => (await request.get("/ru", { headers: { Cookie: cookie } })).text();
    expect(await html("theme=dark")).toMatch(/<html[^>]*data-theme="dark"/);
    expect(await html("theme=system")).not.toMatch(/<html[^>]*data-theme/);
    expect(await html('theme="><script>')).not.toMatch(/<html[^>]*data-theme/);
  });
});

test.describe("keyboard", () => {
  test("the first stop skips to the content, and every stop is visible", async ({ page }) => {
    await page.goto("/en/progress");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: en.common.skip });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();

    await page.goto("/en/progress");
    await waitForScripts(page);
    const { common, glossary, search } = en;
    const stops = [common.skip, "Crash Window", common.map, common.lab, common.progress, glossary.title, search.title, "RU, русский"];
    for (const name of stops) {
      await page.keyboard.press("Tab");
      const stop = page.getByRole("link", { name, exact: true });
      await expect(stop).toBeFocused();
      expect(await stop.evaluate((element) => getComputedStyle(element).outlineWidth)).toBe("2px");
    }
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: en.common.themeSystem })).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: en.common.themeLight })).toBeFocused();
  });
});

const views = ["", "/progress", "/nowhere"].flatMap((path) => looks("wide").map((look) => ({ ...look, path })));
for (const { locale, colorScheme, width, path } of views) {
  test(`clean and accessible: /${locale}${path}, ${colorScheme}, ${width} px`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 }, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    const complaints = watch(page);
    await page.goto(`/${locale}${path}`);
    await waitForScripts(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // The browser itself reports the status of a page that is rightly missing.
    expect(complaints.filter((complaint) => path !== "/nowhere" || !complaint.includes("404"))).toEqual([]);
    await context.close();
  });
}

test("the narrowest phones need no sideways scrolling", async ({ page }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 700 });
    for (const path of ["/ru", "/en", "/ru/progress", "/en/nowhere"]) {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
    }
  }
});
