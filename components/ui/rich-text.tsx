import type { ReactNode } from "react";
import { Term } from "@/components/glossary/term";
import type { Rich, RichNode, Source } from "@/lib/content/compiled";

/**
 * Short formatted text of the content: prompts, options, feedback, explanations. The text is data with a closed set of
 * tags, so there is nothing here that could become markup or code. `sources` makes stated facts links to their source.
 */
export function RichText({ value, sources = {} }: { value: Rich; sources?: Record<string, Source> }): ReactNode {
  return value.map((node, index) => <Node key={index} node={node} sources={sources} />);
}

function Node({ node, sources }: { node: RichNode; sources: Record<string, Source> }): ReactNode {
  if (typeof node === "string") return node;
  const children = <RichText value={node.children} sources={sources} />;
  switch (node.tag) {
    case "a":
      return <a href={node.href}>{children}</a>;
    case "given": {
      const source = sources[node.source];
      if (!source?.url) return children;
      return (
        <a href={source.url} title={source.title} className="given" data-source={Object.keys(sources).indexOf(node.source) + 1}>
          {children}
        </a>
      );
    }
    case "term":
      return (
        <Term href={node.href} gloss={<RichText value={node.gloss} />}>
          {children}
        </Term>
      );
    default:
      return <node.tag>{children}</node.tag>;
  }
}
