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
