import { quietly, type TextStorage } from "@/lib/outbox/quietly";

/** What a reader has filled in without committing it: values by the name of the field. */
export type Draft = Readonly<Record<string, string>>;

/**
 * Answers that are not committed yet, one per question and version, so that a reload or the other language shows them
 * as they were. They are of this tab and leave the browser in no way.
 */
export interface DraftStore {
  read: (question: string, version: string) => Draft;
  write: (question: string, version: string, draft: Draft) => void;
  remove: (question: string) => void;
}

const prefix = "crash-window:draft:";

export function draftStore(open: () => TextStorage): DraftStore {
  return {
    read(question, version) {
      const text = quietly(() => open().getItem(prefix + question));
      const kept: unknown = text ? quietly(() => JSON.parse(text)) : null;
      return isKept(kept) && kept.version === version ? kept.draft : {};
    },
    write: (question, version, draft) =>
      quietly(() => open().setItem(prefix + question, JSON.stringify({ version, draft }))),
    remove: (question) => quietly(() => open().removeItem(prefix + question)),
  };
}

function isKept(value: unknown): value is { version: string; draft: Draft } {
  if (typeof value !== "object" || value === null) return false;
  const { version, draft } = value as Record<string, unknown>;
  const isDraft = typeof draft === "object" && draft !== null && Object.values(draft).every((entry) => typeof entry === "string");
  return typeof version === "string" && isDraft;
}
