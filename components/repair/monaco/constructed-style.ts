/** What Monaco uses of the `<style>` elements that it makes. */
type StyleElement = HTMLMetaElement & { sheet: CSSStyleSheet };

/**
 * Stands in for `document.createElement("style")` in Monaco. The policy of our pages allows no style that is written
 * into the page; a style sheet that a script constructs is not written into it. The element that carries it is inert.
 */
export function constructedStyle(): StyleElement {
  const sheet = new CSSStyleSheet();
  let text = "";
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const element = document.createElement("meta");
  const setText = (next: string) => {
    text = next;
    sheet.replaceSync(next);
  };
  return Object.defineProperties(element, {
    sheet: { value: sheet },
    textContent: { get: () => text, set: setText },
    innerText: { get: () => text, set: setText },
    remove: {
      value: () => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
        Element.prototype.remove.call(element);
      },
    },
  }) as StyleElement;
}
