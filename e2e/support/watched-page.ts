import { expect, test as base } from "@playwright/test";
import { watch } from "./page-checks";

/** A test that also fails when its page writes an error to the console, throws, or speaks to another host. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints = watch(page);
    await use(page);
    expect(complaints, "complaints of the browser").toEqual([]);
  },
});


