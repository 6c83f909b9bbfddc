/**
 * A ref that gives an element styles of its own. The policy of pages allows no `style` in their HTML, so one that the
 * server writes would be ignored; what a script sets is allowed.
 */
export function styled(styles: Partial<CSSStyleDeclaration>): (element: HTMLElement | null) => void {
  return (element) => {
    if (element) Object.assign(element.style, styles);
  };
}
