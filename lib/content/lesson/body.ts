import type { Root as HastRoot } from "hast";
import type { Nodes, Root, RootContent } from "mdast";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const toHast = unified().use(remarkRehype, { passThrough: ["mdxJsxFlowElement", "mdxJsxTextElement"] });

/** A component that the page renders, in the place of what the author wrote. */
export function component(name: string, attributes: Record<string, string>, children: Nodes[] = []): RootContent {
  return {
    type: "mdxJsxFlowElement",
    name,
    attributes: Object.entries(attributes).map(([attribute, value]) => ({
      type: "mdxJsxAttribute",
      name: attribute,
      value,
    })),
    children: children as never[],
  };
}

/** The prose as hast without positions: plain data that a page renders, the same for the same text. */
export function compileBody(children: readonly Nodes[]): HastRoot {
  const tree: Root = { type: "root", children: children as RootContent[] };
  return bare(toHast.runSync(tree)) as HastRoot;
}

/** A copy that holds only what is rendered. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === "position" || key === "data" ? [] : [[key, bare(inner)]])),
  );
}
