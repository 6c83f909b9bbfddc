import { alternatives, problem } from "./message";

/** Messages about one question. `question` is its id. */
export const questionMessages = {
  "question-misplaced": problem(() => [
    "a question inside a list, a quote or a component is not found by the page",
    "move the block to the left margin, between two paragraphs",
  ]),
  "question-attribute-missing": problem((p: { attribute: string; example: string }) => [
    `the first line of the question lacks ${p.attribute}`,
    `write "${p.attribute}=${p.example}" after "predict"`,
  ]),
  "question-attribute-unknown": problem((p: { attribute: string }) => [
    `"${p.attribute}" is not understood in the first line of a question`,
    "write predict id=… snippet=… asks=outcome, each once",
  ]),
  "question-attribute-invalid": problem((p: { attribute: string; value: string; expected: string }) => [
    `${p.attribute}=${p.value} is not as it should be`,
    p.expected,
  ]),
  "question-id-twice": problem((p: { id: string; first: string }) => [
    `the question "${p.id}" exists already at ${p.first}`,
    "give this question an id of its own",
  ]),
  "question-snippet-not-shown": problem((p: { snippet: string }) => [
    `the question asks about the snippet "${p.snippet}", which is not shown above it`,
    `put <Snippet id="${p.snippet}" /> above the question, or correct the name`,
  ]),
  "option-count": problem((p: { question: string; count: number; most: number }) => [
    `${p.question}: there are ${p.count} options`,
    `offer ${p.most === 6 ? "three to six options" : `three to ${p.most} places`}`,
  ]),
  "option-id-twice": problem((p: { question: string; option: string }) => [
    `${p.question}: the option "${p.option}" is listed twice`,
    "give each option an id of its own",
  ]),
  "key-missing": problem((p: { question: string }) => [
    `${p.question}: no option is marked as right`,
    'add "correct: true" to one option',
  ]),
  "key-twice": problem((p: { question: string; options: readonly string[] }) => [
    `${p.question}: more than one option is marked as right (${p.options.join(", ")})`,
    'keep "correct: true" on one option, or write kind: several',
  ]),
  "key-refuted": problem((p: { question: string; field: string }) => [
    `${p.question}: the right option carries "${p.field}"`,
    `remove "${p.field}", or "correct: true"`,
  ]),
  "wrong-without-misconception": problem((p: { question: string; answer: string }) => [
    `${p.question}: the wrong answer "${p.answer}" names no misconception`,
    'add "misconception:" with words joined by dashes, for instance check-is-atomic',
  ]),
  "wrong-not-refuted": problem((p: { question: string; answer: string }) => [
    `${p.question}: nothing refutes the wrong answer "${p.answer}"`,
    'add "refutedBy:" with the run that shows it, or "refutable: false" with a reason',
  ]),
  "wrong-refuted-and-not": problem((p: { question: string; answer: string }) => [
    `${p.question}: the wrong answer "${p.answer}" has a run that refutes it and says that none can`,
    'keep "refutedBy", or "refutable: false" with its reason',
  ]),
  "wrong-without-reason": problem((p: { question: string; answer: string }) => [
    `${p.question}: the wrong answer "${p.answer}" does not say why no run can refute it`,
    'add "reason:" with one sentence',
  ]),
  "wrong-reason-alone": problem((p: { question: string; answer: string }) => [
    `${p.question}: "reason" of the answer "${p.answer}" explains nothing`,
    'add "refutable: false", or remove "reason"',
  ]),
  "wrong-value-is-answer": problem((p: { question: string; value: number }) => [
    `${p.question}: ${p.value} is the answer and is listed as wrong too`,
    "remove it from wrong, or correct the answer",
  ]),
  "wrong-value-twice": problem((p: { question: string; value: number }) => [
    `${p.question}: the wrong value ${p.value} is listed twice`,
    "keep one of the two",
  ]),
  "claim-empty": problem((p: { field: string }) => [
    `${p.field} claims nothing`,
    'add "max", "min" or "set" with an effect, or "verdict"',
  ]),
  "several-key-missing": problem((p: { question: string; count: number }) => [
    `${p.question}: ${p.count} of the options are marked as right, which is no question of several`,
    'add "correct: true" to two options or more and leave one without, or write kind: choice',
  ]),
  "place-not-in-snippet": problem((p: { question: string; option: string; what: string }) => [
    `${p.question}: the snippet has no ${p.what} where the option "${p.option}" points`,
    'correct "line:"',
  ]),
  "place-twice": problem((p: { question: string; option: string; line: number }) => [
    `${p.question}: the option "${p.option}" points to line ${p.line} like another one`,
    "remove one of the two",
  ]),
  "place-missing": problem((p: { question: string; line: number }) => [
    `${p.question}: no option is about the gap before line ${p.line}`,
    `add an option with "line: ${p.line}" and its feedback`,
  ]),
  "order-pair-unknown": problem((p: { question: string; option: string; known: readonly string[] }) => [
    `${p.question}: there is no option "${p.option}" to be put too early or too late`,
    `use ${alternatives(p.known)}`,
  ]),
  "order-pair-right": problem((p: { question: string; first: string; then: string }) => [
    `${p.question}: "${p.first}" before "${p.then}" is how the options are listed, so it is right`,
    "write first and then the other way round, or correct the order of the options",
  ]),
  "order-pair-twice": problem((p: { question: string; first: string; then: string }) => [
    `${p.question}: "${p.first}" before "${p.then}" is listed twice`,
    "keep one of the two",
  ]),
  "claim-run-missing": problem((p: { field: string }) => [
    `${p.field} is about its run and names none`,
    'add "run:", or remove "about"',
  ]),
  "claim-effect-missing": problem((p: { field: string }) => [
    `${p.field} counts something and does not say what`,
    'add "effect:" with the name of the effect, for instance charges',
  ]),
  "claim-contradiction": problem((p: { field: string; min: number; max: number }) => [
    `${p.field} claims at least ${p.min} and at most ${p.max}`,
    "correct min or max",
  ]),
  "claim-handler-unknown": problem((p: { scenario: string; handler: string }) => [
    `the scenario "${p.scenario}" has no handler "${p.handler}"`,
    `add content/scenarios/${p.scenario}/handlers/${p.handler}.ts, or correct the name`,
  ]),
  "claim-effect-unknown": problem((p: { scenario: string; effect: string; known: readonly string[] }) => [
    `the scenario "${p.scenario}" has no effect "${p.effect}"`,
    `use ${alternatives(p.known)}`,
  ]),
  "text-html": problem((p: { tag: string }) => [
    `"${p.tag}" is read as HTML, and texts hold none`,
    "put it in `code`, or write it in Markdown",
  ]),
  "text-unsupported": problem((p: { what: string; allowed: readonly string[] }) => [
    `texts of questions have no ${p.what}`,
    `use ${alternatives(p.allowed)}`,
  ]),
  "text-not-one-paragraph": problem((p: { field: string }) => [
    `${p.field} is more than one paragraph`,
    "write it as one paragraph, without lists and code blocks",
  ]),
};
