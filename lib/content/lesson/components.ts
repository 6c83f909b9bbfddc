import type { Nodes } from "mdast";
import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx-jsx";
import type { Report } from "../problem";
import { placeOfNode } from "./markdown";

export type Component = MdxJsxFlowElement | MdxJsxTextElement;

/** What authors may write between angle brackets. Everything else is Markdown. */
const components = {
  Snippet: {
    attribute: "id",
    inline: false,
    holdsText: false,
    place: "on a line of its own, outside of lists and quotes",
  },
  Note: {
    attribute: null,
    inline: false,
    holdsText: true,
    place: "on lines of its own, outside of lists, quotes and other components",
  },
  Picture: {
    attribute: "of",
    inline: false,
    holdsText: false,
    place: "on a line of its own, outside of lists and quotes",
  },
  Log: {
    attribute: "of",
    inline: false,
    holdsText: false,
    place: "on a line of its own, outside of lists and quotes",
  },
  Given: { attribute: "source", inline: true, holdsText: true, place: "inside a sentence" },
  Term: {
    attribute: "id",
    inline: true,
    holdsText: true,
    place: "inside a sentence of the prose, outside of links and headings",
  },
  Claim: { attribute: "of", inline: true, holdsText: false, place: "inside a sentence" },
} as const;

export type ComponentName = keyof typeof components;

export function isComponent(node: Nodes): node is Component {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";
}

export function isComponentName(name: string | null): name is ComponentName {
  return name !== null && Object.hasOwn(components, name);
}

/** Where a component may stand, as the end of "put it …". */
export function componentPlace(name: ComponentName): string {
  return components[name].place;
}

/** Value of a literal attribute; empty when it is absent. */
export function attributeOf(node: Component, name: string): string {
  const found = node.attributes.find((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === name);
  return typeof found?.value === "string" ? found.value.trim() : "";
}

/** Checks name, attributes and content of a component. False when it cannot be used. */
export function checkComponent(node: Component, parent: Nodes, file: string, report: Report): boolean {
  const place = placeOfNode(node, file);
  const name = node.name;
  if (!isComponentName(name)) {
    report.add("component-unknown", place, { name: name ?? "", known: Object.keys(components) });
    return false;
  }
  const rule = components[name];
  const sound = checkAttributes(node, name, rule.attribute, file, report);
  const misplaced = rule.inline
    ? node.type !== "mdxJsxTextElement"
    : node.type !== "mdxJsxFlowElement" || parent.type !== "root";
  if (misplaced) report.add("component-misplaced", place, { name, place: rule.place });
  const empty = node.children.length === 0;
  if (rule.holdsText && empty) report.add("component-empty", place, { name });
  if (!rule.holdsText && !empty) report.add("component-not-empty", place, { name });
  return sound && !misplaced && empty !== rule.holdsText;
}

function checkAttributes(
  node: Component,
  name: ComponentName,
  wanted: string | null,
  file: string,
  report: Report,
): boolean {
  const place = placeOfNode(node, file);
  let sound = true;
  for (const attribute of node.attributes) {
    if (attribute.type !== "mdxJsxAttribute" || typeof attribute.value !== "string") {
      sound = false;
      report.add("component-attribute-not-text", place, {
        name,
        attribute: attribute.type === "mdxJsxAttribute" ? attribute.name : "…",
      });
    } else if (attribute.name !== wanted) {
      sound = false;
      report.add("component-attribute-unknown", place, {
        name,
        attribute: attribute.name,
        known: wanted === null ? [] : [wanted],
      });
    }
  }
  if (wanted !== null && sound && attributeOf(node, wanted) === "") {
    report.add("component-attribute-missing", place, { name, attribute: wanted });
    return false;
  }
  return sound;
}

/**
 * A component alone on a line is parsed as a paragraph that holds it. Lifts the components that are blocks out of such
 * paragraphs, so that no block ends up inside a `p`.
 */
export function liftBlocks(children: Nodes[]): Nodes[] {
  return children.flatMap((node) => {
    if (node.type !== "paragraph") return [node];
    const inner = node.children.filter((child) => child.type !== "text" || child.value.trim() !== "");
    if (!inner.length || !inner.every(isBlockComponent)) return [node];
    return inner.map((child): Nodes => ({
      type: "mdxJsxFlowElement",
      name: child.name,
      attributes: child.attributes,
      children: child.children.length
        ? [{ type: "paragraph", children: child.children, position: child.position }]
        : [],
      position: child.position,
    }));
  });
}

function isBlockComponent(node: Nodes): node is MdxJsxTextElement {
  return node.type === "mdxJsxTextElement" && isComponentName(node.name) && !components[node.name].inline;
}
