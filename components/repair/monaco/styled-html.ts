/**
 * Monaco draws its lines as HTML with `style` attributes, which the policy of our pages refuses. It asks the page for a
 * policy of its own for each text that becomes HTML; ours renames the attribute, and gives the elements their style by
 * script before anything is painted.
 */

const attribute = "data-style";

/** The same HTML without `style` attributes: what they said stands under another name. */
export function withoutStyleAttributes(html: string): string {
  return html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/(\s)style=(?=["'])/gi, `$1${attribute}=`));
}

function applyStyles(root: Element): void {
  const elements = root.hasAttribute(attribute) ? [root] : [];
  for (const element of [...elements, ...root.querySelectorAll(`[${attribute}]`)]) {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) continue;
    const style = element.getAttribute(attribute) ?? "";
    element.removeAttribute(attribute);
    // Monaco may have moved the element by script meanwhile: what it has set since is newer.
    for (const declaration of style.split(";")) {
      const [name = "", value = ""] = declaration.split(":").map((part) => part.trim());
      if (name && !element.style.getPropertyValue(name)) element.style.setProperty(name, value);
    }
  }
}

/** Gives the elements below `root` their styles, now and whenever some are added. Returns the function that ends it. */
export function keepStyled(root: Element): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) applyStyles(node);
    }
  });
  observer.observe(root, { childList: true, subtree: true });
  applyStyles(root);
  return () => observer.disconnect();
}
