/** A word of a text: where it stands, and what all its forms have in common. */
export interface Word {
  start: number;
  /** Exclusive. */
  end: number;
  stem: string;
}

/** Endings of Russian nouns and adjectives, the longest first. Verbs keep theirs: they are found by their beginning. */
const russianEndings = [
  ...["иями", "ыми", "ими", "ями", "ами", "ией", "иям", "ием", "иях", "ого", "его", "ому", "ему"],
  ...["ая", "яя", "ое", "ее", "ые", "ие", "ый", "ий", "ой", "ую", "юю", "ию", "ия", "ии", "ью", "ья", "ье"],
  ...["ом", "ем", "ам", "ям", "ах", "ях", "ов", "ев", "ей", "ых", "их", "ым", "им"],
  ...["а", "я", "о", "е", "и", "ы", "у", "ю", "ь", "й"],
];

/** Shorter stems would be those of many words. */
const shortestStem = 3;

/**
 * The words of a text with their stems: lower case, ё as е, without the endings of number, case and person. Two forms of
 * a word have one stem; two words may share one as well, which does no harm where a reader looks for something.
 */
export function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    stem: stemOf(match[0]),
  }));
}

/** The stems of a name, in order. */
export function phraseOf(name: string): string[] {
  return wordsIn(name).map(({ stem }) => stem);
}

/** What the forms of a word have in common; the language is told by the letters. */
export function stemOf(word: string): string {
  const plain = word.toLowerCase().replaceAll("ё", "е");
  return /[а-я]/.test(plain) ? russianStem(plain) : englishStem(plain);
}

function russianStem(word: string): string {
  const ending = russianEndings.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem) ?? "";
  const stem = word.slice(0, word.length - ending.length).replace(/^(.{4,})ост$/, "$1");
  // The vowel that comes and goes: доставка and доставок, окно and окон, письмо and писем.
  return stem.replace(/^(.{2,})[еоь]([клмнрц])$/, "$1$2");
}

function englishStem(word: string): string {
  const singular =
    /^.{2,}ies$/.test(word) ? word.replace(/ies$/, "y")
    : /(?:[sxz]|ch|sh)es$/.test(word) ? word.slice(0, -2)
    : /^.{2,}[^siu]s$/.test(word) ? word.slice(0, -1)
    : word;
  const base = singular.replace(/^(.{4,})(?:ed|ing)$/, "$1");
  const undoubled = base === singular ? base : base.replace(/([^lsz])\1$/, "$1");
  return undoubled.replace(/^(.{4,})e$/, "$1");
}
