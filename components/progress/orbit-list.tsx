import type { Course } from "@/lib/content/compiled";
import type { Translator } from "@/lib/i18n";
import type { Locale } from "@/lib/locale";

/** The cases of the orbit by name, in the order of their numbers on the arc. */
export function OrbitList({ course, locale, t }: { course: Course; locale: Locale; t: Translator }) {
  const cases = course.lessons.filter((lesson) => lesson.level === "orbit");
  if (cases.length === 0) return null;
  return (
    <section id="orbit" className="section mt-12 mb-18" aria-labelledby="orbit-title">
      <h2 id="orbit-title" className="section-title">
        {t("map.orbitTitle")}
      </h2>
      <p className="mt-1 max-w-[62ch] text-2 text-ink-2">{t("map.orbitLead")}</p>
      <ol className="mt-3 grid gap-x-8 tablet:grid-flow-col tablet:grid-cols-3 tablet:grid-rows-4">
        {cases.map((lesson, index) => (
          <li key={lesson.slug} className="grid grid-cols-[1.5rem_1fr] content-start items-baseline gap-x-2 border-b border-rule py-2.5 text-balance">
            <span className="number text-ink-3">{index + 1}</span>
            {lesson.written ? (
              <a href={`/${locale}/lessons/${lesson.slug}`} className="quiet-link text-ink">
                {lesson.title[locale]}
              </a>
            ) : (
              <span className="py-px text-ink-2">{lesson.title[locale]}</span>
            )}
            <small className="col-start-2 text-2 text-ink-3">
              {lesson.minutes === null ? t("map.inPreparation") : t("map.minutes", { minutes: lesson.minutes })}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
