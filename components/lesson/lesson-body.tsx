import type { Expression } from "estree";
import type { Element, Root } from "hast";
import { toJsxRuntime, type Components } from "hast-util-to-jsx-runtime";
import { Fragment, type ReactNode } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import { Term } from "@/components/glossary/term";
import { RichText } from "@/components/ui/rich-text";
import type { PublicLesson } from "@/lib/content/compiled";
import styles from "@/components/lesson/prose.module.css";

interface LessonBodyProps {
  lesson: PublicLesson;
  /** What stands in the places of `<Snippet>`, `<Question>` and `<Summary>`. */
  snippet: (id: string) => ReactNode;
  question: (id: string) => ReactNode;
  summary: (children: ReactNode) => ReactNode;
  /** What stands in the places of `<Picture>` and `<Log>`. */
  picture: (of: string) => ReactNode;
  log: (lines: string) => ReactNode;
}

/**
 * The prose of a lesson. It is data: elements that are not in this map are plain HTML from Markdown, expressions are
 * not evaluated, and an unknown component is an error.
 */
export function LessonBody({ lesson, snippet, question, summary, picture, log }: LessonBodyProps) {
  const components = {
    h2: ({ id, children }: HeadingProps) => <h2>{linked(id, children)}</h2>,
    h3: ({ id, children }: HeadingProps) => <h3 id={id}>{linked(id, children)}</h3>,
    Snippet: ({ id }: { id: string }) => snippet(id),
    Question: ({ id }: { id: string }) => question(id),
    Summary: ({ children }: ChildrenProps) => summary(children),
    Picture: ({ of }: { of: string }) => picture(of),
    Log: ({ lines }: { lines: string }) => log(lines),
    Note: ({ children }: ChildrenProps) => <aside className={styles.note}>{children}</aside>,
    Given: ({ source, children }: ChildrenProps & { source: string }) => given(lesson, source, children),
    Term: ({ id, children }: ChildrenProps & { id: string }) => (
      <Term href={`/${lesson.locale}/glossary#${id}`} gloss={<RichText value={lesson.glosses[id] ?? []} />}>
        {children}
      </Term>
    ),
    // The number was computed by the simulator when the content was compiled; empty while its scenario cannot run.
    Claim: ({ value }: { value: string }) => <>{value}</>,
  };
  return toJsxRuntime(inSections(lesson.body), {
    Fragment,
    jsx,
    jsxs,
    // The library's type knows names of HTML elements only.
    components: components as unknown as Components,
    createEvaluater: () => ({
      evaluateExpression: (expression) => componentNamed(components, expression),
      evaluateProgram: refuse,
    }),
  });
}

/** Puts each heading of the second level and what follows it into a section, which carries the heading's id. */
function inSections({ children }: Root): Root {
  const sections: Element[] = [];
  for (const node of children) {
    const opens = node.type === "element" && node.tagName === "h2";
    if (opens || sections.length === 0) {
      const id = opens ? node.properties.id : undefined;
      sections.push({ type: "element", tagName: "section", properties: { id }, children: [] });
    }
    // Compiled lessons hold nothing else at this level.
    if (node.type === "element" || node.type === "text" || node.type === "mdxJsxFlowElement") {
      sections.at(-1)?.children.push(node);
    }
  }
  return { type: "root", children: sections };
}

interface ChildrenProps {
  children?: ReactNode;
}
type HeadingProps = ChildrenProps & { id?: string };

/** A heading leads to itself, so that its address can be copied. */
function linked(id: string | undefined, children: ReactNode): ReactNode {
  return id ? <a href={`#${id}`}>{children}</a> : children;
}

function given(lesson: PublicLesson, id: string, children: ReactNode): ReactNode {
  const source = lesson.sources[id];
  if (!source?.url) return children;
  return (
    <a href={source.url} title={source.title} className="given" data-source={Object.keys(lesson.sources).indexOf(id) + 1}>
      {children}
    </a>
  );
}

function componentNamed(components: object, expression: Expression): unknown {
  if (expression.type !== "Identifier" || !Object.hasOwn(components, expression.name)) return refuse();
  return (components as Record<string, unknown>)[expression.name];
}

function refuse(): never {
  throw new Error("A lesson holds a component or an expression that the page does not know. Run npm run content:check.");
}
