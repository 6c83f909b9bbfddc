import { useEffect } from "react";
import { searchFieldId } from "@/components/ui/search-field";

/**
 * Keys that hold on every page: "/" leads to the search, Escape puts away the definition of a term that is shown over
 * the page until the reader points at something else.
 * @param search address of the page of the search
 */
export function useShortcuts(search: string): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === "Escape") dataset.glosses = "away";
      if (!leadsToSearch(event)) return;
      // Firefox opens a search of its own.
      event.preventDefault();
      const field = document.getElementById(searchFieldId);
      if (field) field.focus();
      else location.assign(search);
    };
    const pointed = (): void => void delete dataset.glosses;
    addEventListener("keydown", pressed);
    addEventListener("mouseover", pointed);
    addEventListener("focusin", pointed);
    return () => {
      removeEventListener("keydown", pressed);
      removeEventListener("mouseover", pointed);
      removeEventListener("focusin", pointed);
    };
  }, [search]);
}

/** The key of the slash, which gives a full stop on a Russian layout; not where somebody writes or presents. */
function leadsToSearch({ key, code, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isSlash = key === "/" || (key === "." && code === "Slash");
  if (!isSlash || ctrlKey || metaKey || altKey) return false;
  const isWriting = target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=textbox]") !== null;
  return !isWriting && document.querySelector("[data-present]") === null;
}
