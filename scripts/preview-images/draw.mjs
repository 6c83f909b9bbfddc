/**
 * Draws the preview image of each language and the icon for home screens. Run it after a change of `preview.html` and
 * commit what it writes: node scripts/preview-images/draw.mjs
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

/** @param {string} path */
const file = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  await mkdir(file("public/preview"), { recursive: true });
  await drawPreviews();
  await drawHomeScreenIcon();
} finally {
  await browser.close();
}

async function drawPreviews() {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.goto(new URL("preview.html", import.meta.url).href);
  for (const locale of ["ru", "en"]) {
    await page.evaluate((lang) => {
      document.documentElement.lang = lang;
      return document.fonts.ready;
    }, locale);
    await page.screenshot({ path: file(`public/preview/${locale}.png`) });
  }
  await page.close();
}

/** The same mark as `app/icon.svg`, as the picture that phones ask for. */
async function drawHomeScreenIcon() {
  const page = await browser.newPage({ viewport: { width: 180, height: 180 } });
  await page.goto(new URL("../../app/icon.svg", import.meta.url).href);
  await page.screenshot({ path: file("app/apple-icon.png") });
  await page.close();
}
