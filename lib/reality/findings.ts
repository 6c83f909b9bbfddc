import type { Words } from "@/lib/simulator/plain";

/** Where reality said something else, and the simulator was mended. */
export interface Finding {
  /** The rule of docs/rules.md that is right since then. */
  rule: string;
  /** What the simulator had said, and what was true. */
  words: Words;
  /** How it came out. */
  foundBy: Words;
}

export const findings: readonly Finding[] = [
  {
    rule: "stripe.in-progress",
    words: {
      ru: "Для занятого ключа симулятор бросал StripeIdempotencyError. Клиент stripe 23 относит к этому классу только ответы 400 и 404, а 409 превращает в StripeAPIError: обработчик, который ловит конфликт по классу ошибки, его не заметит.",
      en: "For a key in use the simulator threw a StripeIdempotencyError. The client stripe 23 gives that class to answers 400 and 404 only and makes a StripeAPIError of a 409: a handler that catches the conflict by its class does not see it.",
    },
    foundBy: {
      ru: "двойник Stripe, который спрашивает настоящий клиент",
      en: "the double of Stripe, asked by the real client",
    },
  },
];
