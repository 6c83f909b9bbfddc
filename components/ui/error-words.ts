import type { Locale } from "@/lib/locale";

interface ErrorWords {
  title: string;
  explanation: string;
  reader: string;
  server: string;
  noAnswer: string;
  retry: string;
  toMap: string;
  /** Before the number that names the error in the server's log. */
  number: string;
}

/**
 * The words of the error pages. They stand here and not among the messages, because these pages are shown by the
 * browser alone, when the server could not render: their words have to be there already.
 */
const words: Record<Locale, ErrorWords> = {
  ru: {
    title: "Страница не собралась",
    explanation:
      "Ошибка у нас, не у вас. Записанные ответы лежат в базе, их это не задело. Повторить безопасно: повторная отправка ничего не запишет дважды.",
    reader: "Вы",
    server: "Сервер",
    noAnswer: "упал, не ответив",
    retry: "Повторить",
    toMap: "На карту",
    number: "Номер для журнала:",
  },
  en: {
    title: "The page could not be built",
    explanation:
      "The fault is ours, not yours. Recorded answers are in the database and untouched. Trying again is safe: nothing that is sent twice is recorded twice.",
    reader: "You",
    server: "Server",
    noAnswer: "died without a reply",
    retry: "Try again",
    toMap: "To the map",
    number: "Number in our log:",
  },
};

export function errorWords(locale: Locale): ErrorWords {
  return words[locale];
}
