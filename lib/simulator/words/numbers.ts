/** Russian has three forms after a number: 1 списание, 2 списания, 5 списаний (and 11 to 14 take the last). */
export function russianForm<Form>(count: number, forms: readonly [one: Form, few: Form, many: Form]): Form {
  const lastTwo = Math.abs(count) % 100;
  const last = lastTwo % 10;
  if (lastTwo >= 11 && lastTwo <= 14) return forms[2];
  if (last === 1) return forms[0];
  return last >= 2 && last <= 4 ? forms[1] : forms[2];
}

export function englishForm<Form>(count: number, forms: readonly [one: Form, other: Form]): Form {
  return Math.abs(count) === 1 ? forms[0] : forms[1];
}

export function countRussian(count: number, forms: readonly [string, string, string]): string {
  return `${count} ${russianForm(count, forms)}`;
}

export function countEnglish(count: number, forms: readonly [string, string]): string {
  return `${count} ${englishForm(count, forms)}`;
}

/** An amount in the smallest unit, as a person writes it: 42,00 EUR in Russian, 42.00 EUR in English. */
export function money(amount: number, currency: string, separator: "," | "."): string {
  return `${(amount / 100).toFixed(2).replace(".", separator)} ${currency.toUpperCase()}`;
}

/** A life such as `A2` as people see it: A for the first incarnation, A₂ for the second. */
export function lifeName(life: string): string {
  const [, letter = life, incarnation = "1"] = /^([A-Z])(\d+)$/.exec(life) ?? [];
  if (incarnation === "1") return letter;
  return letter + [...incarnation].map((digit) => String.fromCodePoint(0x2080 + Number(digit))).join("");
}
