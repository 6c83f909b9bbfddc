import Link from "next/link";
import { notFound } from "next/navigation";
import { AuthoredLesson } from "@/components/author/authored-lesson";
import { ClaimList } from "@/components/author/claim-list";
import { Live } from "@/components/author/live";
import { ProblemList } from "@/components/author/problem-list";
import { Standing } from "@/components/author/standing";
import { isAuthoring, readAuthorState } from "@/lib/content/author/state";
import { publicLesson, secretLesson } from "@/lib/content/load";
import { pageLocale, translator } from "@/lib/i18n";
import { locales, type Locale } from "@/lib/locale";
import styles from "@/components/author/author.module.css";

interface AuthorLessonPageProps {
  params: Promise<{ locale: string; lesson: string }>;
}

/** A lesson that is being written: both languages with their secret half, problems and claims beside the text. */
export default async function AuthorLessonPage({ params }: AuthorLessonPageProps) {
  if (!isAuthoring()) notFound();
  const locale = await pageLocale(params);
  const t = translator(locale);
  const slug = (await params).lesson;
  const state = readAuthorState(process.cwd());
  const subject = state?.subjects[`lessons/${slug}`];
  if (!state || !subject) notFound();
  const secret = secretLesson(slug);
  const claims = subject.claims ?? [];
  const ofScenarios = claims.filter(({ question }) => question === null);
  const isElsewhere = (file: string): boolean => !locales.some((language) => file === fileOf(slug, language));
  const lists = (isOwn: (file: string) => boolean) => (
    <>
      <ProblemList title={t("author.problems")} problems={subject.problems.filter(({ file }) => isOwn(file))} t={t} />
      <ProblemList title={t("author.warnings")} problems={subject.warnings.filter(({ file }) => isOwn(file))} t={t} />
    </>
  );
  return (
    <>
      <Live revision={state.revision} />
      <header className={styles.head}>
        <p className={styles.crumb}>
          <Link href={`/${locale}/author`}>{t("author.all")}</Link>
          <Link href={`/${locale}/lessons/${slug}`}>{t("author.asReader")}</Link>
        </p>
        <h1>{slug}</h1>
        <Standing state={subject} t={t} />
        {!subject.isShown && <p>{secret ? t("author.kept") : t("author.unshown")}</p>}
        {lists(isElsewhere)}
      </header>
      <div className={styles.languages}>
        {locales.map((language) => {
          const lesson = publicLesson(slug, language);
          const heading = t(`author.languages.${language}`);
          return (
            <section key={language} aria-label={heading}>
              <p className={styles.language}>
                {heading} · content/{fileOf(slug, language)}
              </p>
              {lists((file) => file === fileOf(slug, language))}
              {lesson && secret && (
                <AuthoredLesson lesson={lesson} secret={secret} claims={language === "ru" ? claims : []} t={translator(language)} />
              )}
            </section>
          );
        })}
      </div>
      {ofScenarios.length > 0 && (
        <section className={styles.scenarios}>
          <h2>{t("author.scenarioClaims")}</h2>
          <ClaimList claims={ofScenarios} t={t} />
        </section>
      )}
    </>
  );
}

function fileOf(slug: string, locale: Locale): string {
  return `lessons/${slug}/${locale}.mdx`;
}
