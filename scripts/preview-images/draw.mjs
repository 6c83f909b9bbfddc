/**
 * Draws the preview image of each language and the icons. Run it after a change of `preview.html` and
 * commit what it writes: node scripts/preview-images/draw.mjs
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

/** @param {string} path */
const file = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  await mkdir(file("public/preview"), { recursive: true });
  await drawPreviews();
  await drawIcons();
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

/** The mark of `app/icon.svg` in the two forms that are asked for by name: by phones, and by browsers without the page. */
async function drawIcons() {
  const homeScreen = await drawIcon(180);
  await writeFile(file("app/apple-icon.png"), homeScreen);
  const size = 32;
  await writeFile(file("app/favicon.ico"), iconFile(size, await drawIcon(size)));
}

/** @param {number} size in pixels */
async function drawIcon(size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.goto(new URL("../../app/icon.svg", import.meta.url).href);
  // Transparent where nothing is drawn: icon files have to have an alpha channel.
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

/**
 * An .ico file that holds one PNG.
 * @param {number} size in pixels
 * @param {Buffer} picture
 */
function iconFile(size, picture) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // kind: icon
  header.writeUInt16LE(1, 4); // pictures in the file
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18); // where the picture begins
  return Buffer.concat([header, picture]);
}
