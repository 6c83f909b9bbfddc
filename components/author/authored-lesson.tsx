import type { Root, RootContent } from "hast";
import { AuthoredQuestion } from "@/components/author/authored-question";
import { LessonBody } from "@/components/lesson/lesson-body";
import { LogFigure } from "@/components/lesson/log-figure";
import { Picture } from "@/components/lesson/pictures/picture";
import { QuestionTerms } from "@/components/lesson/question-terms";
import { SnippetFigure } from "@/components/lesson/snippet-figure";
import type { PublicLesson, SecretLesson } from "@/lib/content/compiled";
import type { ShownClaim } from "@/lib/content/author/contract";
import type { Translator } from "@/lib/i18n";
import prose from "@/components/lesson/prose.module.css";
import styles from "@/components/author/author.module.css";

interface AuthoredLessonProps {
  lesson: PublicLesson;
  secret: SecretLesson;
  claims: readonly ShownClaim[];
  t: Translator;
}

/**
 * A lesson in one language as readers will see it, its questions opened. It stands in a form, which submits nothing: the
 * tabs of a snippet are radio buttons, and those of the other language are another group this way.
 */
export function AuthoredLesson({ lesson, secret, claims, t }: AuthoredLessonProps) {
  const { locale } = lesson;
  const snippets = Object.keys(lesson.snippets);
  return (
    <form className={`${prose.prose} ${styles.lesson}`} lang={locale}>
      <h2 className="page-title">{lesson.title}</h2>
      <p className="page-lead">{lesson.gist}</p>
      <LessonBody
        lesson={{ ...lesson, body: ofLanguage(lesson.body, locale) }}
        snippet={(id) => {
          const snippet = lesson.snippets[id];
          return snippet && <SnippetFigure snippet={snippet} number={snippets.indexOf(id) + 1} t={t} />;
        }}
        question={(id) => {
          const [question, own] = [lesson.questions[id], secret.questions[id]];
          const ofQuestion = claims.filter((claim) => claim.question === id.split("/")[1]);
          return (
            question &&
            own && (
              <>
                <QuestionTerms lesson={lesson} question={id} label={t("lesson.questionTerms")} />
                <AuthoredQuestion question={question} secret={own} claims={ofQuestion} sources={lesson.sources} locale={locale} t={t} />
              </>
            )
          );
        }}
        summary={(children) => children}
        picture={(of) => <Picture of={of} t={t} />}
        log={(lines) => <LogFigure lines={lines} t={t} />}
      />
    </form>
  );
}

/** Both languages have the same anchors; on one page each needs its own. */
function ofLanguage(body: Root, locale: string): Root {
  const renamed = (node: RootContent): RootContent =>
    node.type === "element" && typeof node.properties.id === "string"
      ? { ...node, properties: { ...node.properties, id: `${locale}-${node.properties.id}` } }
      : node;
  return { ...body, children: body.children.map(renamed) };
}
