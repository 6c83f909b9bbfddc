import { ESLint } from "eslint";
import { beforeAll, describe, expect, it } from "vitest";

const eslint = new ESLint();

/** The rules that a file with this text would break. The file need not exist. */
async function broken(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return result!.messages.map(({ ruleId, message }) => ruleId ?? message);
}

const direction = "import/no-restricted-paths";
const packages = "no-restricted-imports";
const host = "house/only-ecmascript";

// Each line: a file as somebody might write it by mistake, and the rule that must stop it.
const mistakes: [file: string, text: string, rule: string][] = [
  ["lib/coordinator/core.ts", 'import { locales } from "@/lib/locale"; locales.at(0);', direction],
  ["lib/coordinator/core.ts", 'import { locales } from "../locale"; locales.at(0);', direction],
  ["lib/coordinator/core.ts", 'import { randomUUID } from "node:crypto"; randomUUID();', packages],
  ["lib/coordinator/core.ts", 'import { randomUUID } from "crypto"; randomUUID();', packages],
  ["lib/coordinator/core.ts", 'import { z } from "zod"; z.string();', packages],
  ["lib/coordinator/core.ts", "setTimeout(() => {}, 1);", host],
  ["lib/coordinator/core.ts", "window.close();", host],
  ["lib/coordinator/core.ts", "process.exit();", host],
  ["lib/coordinator/core.ts", "crypto.randomUUID();", host],
  ["lib/coordinator/core.ts", "console.log(1);", host],
  ["lib/coordinator/core.ts", "Math.random();", host],
  ["lib/coordinator/core.ts", "Date.now();", host],
  ["lib/coordinator/core.ts", "new Date();", host],
  ["lib/coordinator/stores/memory/store.ts", "setTimeout(() => {}, 1);", host],
  ["lib/coordinator/stores/redis/store.ts", 'import { locales } from "@/lib/locale"; locales.at(0);', direction],
  ["lib/simulator/world/a.ts", 'import { database } from "@/lib/db"; database();', direction],
  ["lib/simulator/world/a.ts", 'import { loadCourse } from "@/lib/content/store"; loadCourse();', direction],
  ["lib/simulator/world/a.ts", 'import { useState } from "react"; useState();', packages],
  ["lib/simulator/world/a.ts", 'import next from "next/navigation"; next;', packages],
  ["lib/simulator/world/a.ts", 'import { PrismaPg } from "@prisma/adapter-pg"; PrismaPg;', packages],
  ["lib/simulator/world/a.ts", 'import { readFileSync } from "node:fs"; readFileSync("a");', packages],
  ["lib/simulator/world/a.ts", 'import { readFileSync } from "fs"; readFileSync("a");', "import/no-nodejs-modules"],
  ["lib/simulator/world/a.ts", "document.title;", host],
  ["lib/simulator/world/a.ts", "performance.now();", host],
  ["components/ui/a.tsx", 'import { database } from "@/lib/db"; database();', direction],
  ["components/ui/a.tsx", 'import { database } from "../../lib/db"; database();', direction],
  ["components/ui/a.tsx", 'import { currentLearner } from "@/lib/identity/learner"; currentLearner();', direction],
  ["components/ui/a.tsx", 'import type { SecretLesson } from "@/lib/content/store"; export type A = SecretLesson;', direction],
  ["components/ui/a.tsx", 'import { foldProgress } from "@/lib/progress/fold"; foldProgress();', direction],
  ["components/ui/a.tsx", 'import { Prisma } from "@/generated/prisma/client"; Prisma;', direction],
  ["components/ui/a.tsx", 'import { z } from "zod"; z.string();', packages],
  ["components/ui/a.tsx", 'import gfm from "remark-gfm"; gfm();', packages],
  ["components/ui/a.tsx", 'import { createTranslator } from "use-intl/core"; createTranslator;', packages],
  ["app/[locale]/error.tsx", '"use client"; import { z } from "zod"; z.string();', "house/light-client"],
  ["app/[locale]/error.tsx", '"use client"; import { words } from "@/lib/i18n"; words();', "house/light-client"],
  ["app/page.tsx", 'import { Prisma } from "@/generated/prisma/client"; Prisma;', direction],
  ["components/ui/a.tsx", 'import Page from "@/app/[locale]/page"; export const a = <Page />;', direction],
  ["lib/progress/a.ts", 'import Page from "@/app/[locale]/page"; Page;', direction],
  ["scripts/a.ts", 'import Page from "@/app/[locale]/page"; Page;', direction],
  ["lib/progress/a.ts", 'import { RichText } from "@/components/ui/rich-text"; RichText;', direction],
  ["lib/progress/a.ts", 'import { PrismaClient } from "@/generated/prisma/client"; PrismaClient;', "no-restricted-syntax"],
  ["lib/progress/a.ts", "declare const x: any; new x.PrismaClient();", "no-restricted-syntax"],
  ["lib/progress/index.ts", 'export * from "./fold";', "no-restricted-syntax"],
  ["lib/progress/index.ts", 'export { fold } from "./fold";', "no-restricted-syntax"],
  ["lib/progress/a.ts", "export const a = 1 as any;", "@typescript-eslint/no-explicit-any"],
  ["lib/progress/a.ts", "// @ts-ignore\nexport const a: number = 1;", "@typescript-eslint/ban-ts-comment"],
];

// The neighbours of those mistakes that are fine: rules that forbid too much would be switched off soon.
const fine: [file: string, text: string][] = [
  ["lib/coordinator/core.ts", 'import { sha256 } from "./sha256"; export const a: Readonly<{ b: unknown }> = { b: sha256 };'],
  ["lib/coordinator/core.ts", "export const a = new Map<string, Promise<number>>([[JSON.stringify(Math.max(1)), Promise.resolve(1)]]);"],
  ["lib/coordinator/core.ts", "export const a = (now: number) => new Date(now);"],
  ["lib/coordinator/core.test.ts", 'import { setTimeout } from "node:timers/promises"; await setTimeout(1);'],
  ["lib/coordinator/stores/redis/store.ts", 'import { createClient } from "redis"; export const a = createClient();'],
  ["lib/simulator/world/a.ts", 'import { isLocale } from "@/lib/locale"; export const a = isLocale("ru");'],
  ["lib/simulator/world/a.ts", 'import { sha256 } from "@/lib/coordinator/sha256"; export const a = sha256;'],
  ["components/ui/a.tsx", 'import type { Rich } from "@/lib/content/compiled"; export const a: Rich = [];'],
  ["components/ui/a.tsx", 'import { useState } from "react"; export const useA = () => useState(1);'],
  ["app/page.tsx", 'import { database } from "@/lib/db"; export const a = database();'],
  ["lib/db.ts", 'import { PrismaClient } from "@/generated/prisma/client"; export const a = new PrismaClient();'],
];

describe("the lint rules of the house", () => {
  beforeAll(async () => {
    await broken("lib/warm-up.ts", "export const a = 1;");
  });

  it.each(mistakes)("stop in %s: %s", async (file, text, rule) => {
    expect(await broken(file, text)).toContain(rule);
  });

  it.each(fine)("allow in %s: %s", async (file, text) => {
    expect(await broken(file, text)).toEqual([]);
  });

  it("cannot be switched off by a comment", async () => {
    const text = "/* eslint-disable */\nexport const a = Math.random();";
    expect(await broken("lib/coordinator/core.ts", text)).toContain(host);
  });
});
