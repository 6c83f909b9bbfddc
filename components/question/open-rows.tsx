import { lazy, Suspense } from "react";
import { idsOf, type AnsweredRow } from "@/components/question/answered";
import { ChoiceRows } from "@/components/question/choice-rows";
import { NumberRow } from "@/components/question/number-row";
import type { QuestionState } from "@/components/question/question-state";
import type { CodeLine, PublicQuestion } from "@/lib/content/compiled";

/** Only lessons that ask such a question load these. */
const SeveralRows = lazy(() => import("@/components/question/several-rows"));
const OrderRows = lazy(() => import("@/components/question/order-rows"));
const PlaceRows = lazy(() => import("@/components/question/place-rows"));

interface OpenRowsProps {
  question: PublicQuestion;
  /** In the order to show. */
  options: PublicQuestion["options"];
  code: readonly CodeLine[];
  state: QuestionState & { phase: "choosing" };
  /** What was tried already. */
  rows: readonly AnsweredRow[];
  /** Id of the sentence that says what is wrong with a field. */
  describedBy: string;
  /** What was kept of an answer that is not committed yet. */
  kept: () => readonly string[];
  onMoved: () => void;
}

/** The part of a question that takes the answer, by its kind. */
export function OpenRows({ question, options, code, state, rows, describedBy, kept, onMoved }: OpenRowsProps) {
  const triedFirst = idsOf(state.replies.at(-1)?.answer);
  switch (question.kind) {
    case "choice":
      return <ChoiceRows options={options} tried={rows} />;
    case "number":
      return <NumberRow unit={question.unit} tried={rows} missing={state.missing} describedBy={describedBy} />;
    case "several":
      return (
        <Suspense>
          <SeveralRows options={options} tried={rows} />
        </Suspense>
      );
    case "place":
      return <PlacesInCode question={question} code={code} rows={rows} open />;
    case "order": {
      const start = triedFirst.length > 0 ? triedFirst : options.map(({ id }) => id);
      return (
        <Suspense>
          <OrderRows options={options} start={start} kept={kept} onMoved={onMoved} />
        </Suspense>
      );
    }
  }
}

/** The code with its places, to be picked or as they were picked. */
export function PlacesInCode({ question, code, rows, open = false }: Pick<OpenRowsProps, "question" | "code" | "rows"> & { open?: boolean }) {
  return (
    <Suspense>
      <PlaceRows places={question.places} code={code} options={question.options} rows={rows} open={open} />
    </Suspense>
  );
}
