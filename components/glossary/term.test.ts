import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RichText } from "@/components/ui/rich-text";

const html = (value: Parameters<typeof RichText>[0]["value"]) => renderToStaticMarkup(createElement(RichText, { value }));
const lease = { tag: "term" as const, href: "/en/glossary#lease", gloss: ["A right to ", { tag: "code" as const, children: ["x"] }], children: ["leases"] };

test("a term is a link to its entry, described by its definition", () => {
  const text = html(["All ", lease, " end."]);
  const [, described, id] = /aria-describedby="([^"]+)".*role="tooltip" id="([^"]+)"/.exec(text) ?? [];
  expect(text).toContain('href="/en/glossary#lease"');
  expect(text).toContain(">leases</a>");
  expect(text).toContain("A right to <code>x</code>");
  expect(described).toBe(id);
});

test("the same term twice on a page has two definitions with ids of their own", () => {
  const ids = [...html([lease, lease]).matchAll(/role="tooltip" id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(2);
});
