import Link from "next/link";
import { notFound } from "next/navigation";
import { ClaimList } from "@/components/author/claim-list";
import { Live } from "@/components/author/live";
import { ProblemList } from "@/components/author/problem-list";
import { Standing } from "@/components/author/standing";
import { isAuthoring, readAuthorState } from "@/lib/content/author/state";
import { pageLocale, translator } from "@/lib/i18n";
import styles from "@/components/author/author.module.css";

/** Everything that is being written, and how it stands. Only in a development server for authors. */
export default async function AuthorPage({ params }: { params: Promise<{ locale: string }> }) {
  if (!isAuthoring()) notFound();
  const locale = await pageLocale(params);
  const t = translator(locale);
  const state = readAuthorState(process.cwd());
  const subjects = Object.entries(state?.subjects ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <>
      <Live revision={state?.revision ?? ""} />
      <header className="pt-8 pb-6 tablet:pt-9">
        <h1 className="page-title">{t("author.title")}</h1>
        <p className="page-lead">{t("author.lead")}</p>
      </header>
      {subjects.length === 0 && <p>{t("author.none")}</p>}
      <ul className={styles.subjects}>
        {subjects.map(([name, subject]) => (
          <li key={name}>
            <h2>{name.startsWith("lessons/") ? <Link href={`/${locale}/author/${name.slice("lessons/".length)}`}>{name}</Link> : name}</h2>
            <Standing state={subject} t={t} />
            {name.startsWith("scenarios/") && (
              <>
                <ProblemList title={t("author.problems")} problems={subject.problems} t={t} />
                <ProblemList title={t("author.warnings")} problems={subject.warnings} t={t} />
                <ClaimList claims={(subject.claims ?? []).filter(({ holds }) => !holds)} t={t} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
