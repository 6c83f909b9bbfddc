import type { Locale } from "@/lib/locale";

/** Both languages look for the same thing, each in its own words. */
type Pattern = Record<Locale, RegExp>;

export const allOrNone: Pattern = {
  ru: /вс[её] (?:выше)?перечисленное|все (?:варианты|ответы)|ничего из перечисленного|ни одно из перечисленного|ни один из (?:вариантов|ответов)/iu,
  en: /(?:all|none|both) of (?:the above|these|them|the options)|all options|no option/iu,
};

/** Letters and numbers of options are capitals: "answer a question" names no place. */
export const position: Pattern = {
  ru: /(?<!\p{L})(?:[Вв]ариант|[Оо]твет|[Пп]ункт)\p{L}*\s+[А-ЕA-F1-6](?![\p{L}\d])|(?<!\p{L})(?:[Пп]ерв|[Вв]тор|[Тт]рет|[Чч]етв[её]рт|[Пп]ят|[Шш]ест|[Пп]оследн)\p{L}*\s+(?:вариант|пункт)\p{L}*/u,
  en: /\b(?:[Oo]ption|[Aa]nswer|[Cc]hoice)\s+[A-F1-6]\b|\b(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ss]ixth|[Ll]ast)\s+(?:option|choice)\b/u,
};

/**
 * A negation on which the whole question turns: one in capitals, or one between the question word and the end of its
 * clause. "What happens if the `ack` does not arrive?" asks for what does happen.
 */
export const negation: Pattern = {
  ru: /(?<!\p{L})(?:НЕ|КРОМЕ)(?!\p{L})|(?<=(?:^|[.!?]\s*)(?:[Чч]то|[Чч][её]м|[Чч]его|[Кк]то|[Кк]ак(?:ой|ая|ое|ие)|[Гг]де)(?!\p{L})[^.!?,;:—]*?\s)(?:не|кроме)(?=\s[^.!?,;:—]*\?)/mu,
  en: /\b(?:NOT|EXCEPT)\b|(?<=(?:^|[.!?]\s*)(?:[Ww]hich|[Ww]hat|[Ww]ho|[Ww]here)\b[^.!?,;:—]*?\s)(?:not|never|except)(?=\s[^.!?,;:—]*\?)/mu,
};

/**
 * Words that claim something of every case. Who has sat many tests drops such an option unread. "Only" and "all" are no
 * such words: as often they narrow a condition.
 */
export const absolute: Pattern = {
  ru: /(?<!\p{L})(?:всегда|никогда|(?:в любом|во всех|в каждом) случа[ей]\p{L}*|при любых \p{L}+|ни при каких \p{L}+|абсолютно|гарантированно|невозможно)(?!\p{L})/iu,
  en: /\b(?:always|never|in (?:any|all|every) cases?|under no circumstances|no matter what|absolutely|guaranteed|impossible)\b/iu,
};

/** A sentence that has come to its end. */
export const sentenceEnd = /[.!?…][»”")\]]*$/u;
