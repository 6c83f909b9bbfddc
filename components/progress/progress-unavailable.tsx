import type { Translator } from "@/lib/i18n";

/** Said when the database does not answer: what is missing, and what is safe. */
export function ProgressUnavailable({ t }: { t: Translator }) {
  return (
    <div role="status" className="section mt-2 mb-8">
      <p className="max-w-[70ch] text-ink-2">{t("progress.unavailable")}</p>
    </div>
  );
}
