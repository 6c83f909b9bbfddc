import type { Translator } from "@/lib/i18n";

/** Said when the database does not answer: what is missing, and what is safe. */
export function ProgressUnavailable({ t }: { t: Translator }) {
  return (
    <p role="status" className="section mb-8 max-w-[62ch] pb-3 text-3 text-ink-2">
      {t("progress.unavailable")}
    </p>
  );
}
