import { afterEach, describe, expect, it, vi } from "vitest";

/**
 * Facts, and for each of them modules that are deliberately broken: a fact has to hold for the real code and to fail for
 * the mutant, by an expectation of its own. A fact loads the modules it asks when it runs, so that it gets the broken one.
 */
export interface Mutant<Name extends string> {
  /** What the broken code does. */
  name: string;
  /** The module, from the root of the project: `@/lib/…`. */
  file: string;
  /** Exports that take the place of the real ones. */
  mutate: (real: never) => object;
  fails: Name;
}

/** Declares the tests: every fact holds, every mutant is caught, and no fact is without a mutant. */
export function describeMutants<Name extends string>(
  subject: string,
  facts: Readonly<Record<Name, () => Promise<void>>>,
  mutants: readonly Mutant<Name>[],
): void {
  const names = Object.keys(facts) as Name[];
  // Every copy of the modules listens for rejections of its own, and there are as many copies as mutants.
  process.setMaxListeners(0);

  afterEach(() => {
    for (const { file } of mutants) vi.doUnmock(file);
    vi.resetModules();
  });

  describe(subject, () => {
    it.each(names)("%s", (fact) => facts[fact]());
  });

  describe("each mutant is caught", () => {
    it.each(mutants)("$name", async ({ file, mutate, fails }) => {
      vi.resetModules();
      vi.doMock(file, async (original) => {
        const real = await original<never>();
        return { ...(real as object), ...mutate(real) };
      });
      await expect(facts[fails]()).rejects.toMatchObject({ name: "AssertionError" });
    });

    it("and each fact has one", () => {
      expect(names.filter((name) => !mutants.some(({ fails }) => fails === name))).toEqual([]);
    });
  });
}

/** A variant of some functions that breaks one rule: what it does, the fact that fails for it, and the functions. */
export type Variant<Name extends string, Rules> = readonly [name: string, fact: Name, rules: Rules];

/** The same for facts about functions that are passed to them: every fact holds, every variant is caught, none lacks one. */
export function describeVariants<Name extends string, Rules>(
  subject: string,
  facts: Readonly<Record<Name, (rules: Rules) => void>>,
  real: Rules,
  variants: readonly Variant<Name, Rules>[],
): void {
  const names = Object.keys(facts) as Name[];

  describe(subject, () => {
    it.each(names)("%s", (fact) => facts[fact](real));
  });

  describe("a variant is caught in which", () => {
    it.each(variants)("%s", (_, fact, rules) => {
      expect(errorOf(() => facts[fact](rules))).toMatchObject({ name: "AssertionError" });
    });

    it("every fact has one", () => {
      expect(names.filter((name) => !variants.some(([, fact]) => fact === name))).toEqual([]);
    });
  });
}

function errorOf(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return null;
}
