import { expect } from "@playwright/test";
import en from "@/content/messages/en.json" with { type: "json" };
import ru from "@/content/messages/ru.json" with { type: "json" };
import { looks } from "./support/looks";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks";
import { test } from "./support/watched-page";

// The recorded check of the simulator against real systems: numbers of the record, and what is not checked.

const words = { ru, en };

for (const { locale, colorScheme, width } of looks("phone")) {
  test(`the page on reality is reached from the lab, ${width} px, ${colorScheme}, in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/${locale}/lab`);
    await page.getByRole("link", { name: words[locale].lab.reality }).click();
    await expect(page.getByRole("heading", { level: 1, name: words[locale].reality.title })).toBeVisible();
    await expect(page.getByRole("heading", { name: words[locale].reality.plants })).toBeVisible();
    await expect(page.getByText(words[locale].reality.documentedOnly).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
