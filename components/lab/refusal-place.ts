import type { Locale } from "@/lib/locale";
import type { Words } from "@/lib/simulator/plain";
import type { PlacedRefusal } from "@/lib/simulator/worker/explore-protocol";

const ownHandler: Words = { ru: "ваш обработчик", en: "your handler" };

/** Why a handler cannot run here, with its file and role: where several roles work, the line alone says too little. */
export function refusalSentence({ handler, words }: PlacedRefusal, locale: Locale): string {
  if (!handler) return words[locale];
  const file = handler.shipped ? `handlers/${handler.name}.ts` : ownHandler[locale];
  return `${file} (${handler.role}): ${words[locale]}`;
}
