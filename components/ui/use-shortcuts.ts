import { useEffect } from "react";

/**
 * Keys that hold on every page: "/" leads to the search, and Escape puts away the definition of a term that is shown over
 * the page, until the reader points at something else.
 * @param search address of the search, for pages that have no field of their own
 */
export function useShortcuts(search: string): void {
  useEffect(() => {
    const listening = new AbortController();
    const act = (event: Event): void => {
      const { dataset } = document.documentElement;
      if (!(event instanceof KeyboardEvent)) delete dataset.glosses;
      else if (event.key === "Escape") dataset.glosses = "away";
      else if (leadsToSearch(event)) {
        // Firefox opens a search of its own.
        event.preventDefault();
        const field = document.querySelector<HTMLElement>("[name=q]");
        if (field) field.focus();
        else location.assign(search);
      }
    };
    for (const type of ["keydown", "mouseover", "focusin"]) addEventListener(type, act, listening);
    return () => listening.abort();
  }, [search]);
}

/** The key of the slash, which gives a full stop on a Russian layout; not where somebody writes or presents. */
function leadsToSearch({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isSlash = key === "/" || (key === "." && code === "Slash");
  const isTaken = document.activeElement?.matches("input, textarea, select, [role=textbox]") || document.querySelector("[data-present]");
  return isSlash && !ctrlKey && !metaKey && !altKey && !isTaken;
}
