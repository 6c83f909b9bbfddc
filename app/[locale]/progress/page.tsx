import { pageLocale, translator } from "@/lib/i18n";

export default async function ProgressPage({ params }: { params: Promise<{ locale: string }> }) {
  const t = translator(await pageLocale(params));
  return <h1 className="font-serif text-7">{t("progress.title")}</h1>;
}
