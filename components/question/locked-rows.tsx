import type { AnsweredRow } from "@/components/question/answered";
import { AnsweredRows } from "@/components/question/answered-rows";
import { PlacesInCode } from "@/components/question/open-rows";
import type { CodeLine, PublicQuestion } from "@/lib/content/compiled";

/** The part of a question that took the answer, once it takes none. */
export function LockedRows({ question, code, rows }: { question: PublicQuestion; code: readonly CodeLine[]; rows: readonly AnsweredRow[] }) {
  const { kind } = question;
  return (
    <>
      {kind === "place" && <PlacesInCode question={question} code={code} rows={rows} />}
      <AnsweredRows rows={rows} numbered={kind !== "number" && kind !== "place"} />
    </>
  );
}
