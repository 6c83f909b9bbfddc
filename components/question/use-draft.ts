import { useEffect, useMemo, type RefObject } from "react";
import { answerField } from "@/components/question/read-answer";
import { draftStore } from "@/lib/outbox/draft-store";

/** Between the parts of an answer that has several: no field can hold a line end. */
const separator = "\n";

const drafts = draftStore(() => sessionStorage);

/**
 * Keeps what the reader fills in but has not committed: a reload and the other language bring it back. A field that is
 * filled in already, by the browser or before the script came, stays as it is.
 * @param open whether the question can be filled in now
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, question: string, version: string, open: boolean) {
  useEffect(() => {
    const element = form.current;
    if (!open || !element) return;
    const given = new FormData(element);
    for (const [name, value] of Object.entries(drafts.read(question, version))) {
      if (!given.get(name)) fillIn(element, name, value);
    }
  }, [form, question, version, open]);

  return useMemo(
    () => ({
      keep: (element: HTMLFormElement) => {
        const values = new FormData(element);
        const names = [...new Set(values.keys())];
        drafts.write(question, version, Object.fromEntries(names.map((name) => [name, values.getAll(name).join(separator)])));
      },
      /** The parts of the kept answer, in their order. */
      answer: () => (drafts.read(question, version)[answerField] ?? "").split(separator).filter(Boolean),
      forget: () => drafts.remove(question),
    }),
    [question, version],
  );
}

/** Nothing happens where the field or the option is gone: it was tried, for instance. */
function fillIn(form: HTMLFormElement, name: string, value: string): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.name !== name) continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = value.split(separator).includes(field.value);
    else if (field.type === "text") field.value = value;
  }
}
