import { fieldMessages } from "./catalogue/fields";
import { fileMessages } from "./catalogue/files";
import { glossaryMessages } from "./catalogue/glossary";
import { markdownMessages } from "./catalogue/markdown";
import { questionMessages } from "./catalogue/questions";
import { runMessages } from "./catalogue/runs";
import { snippetMessages } from "./catalogue/snippets";
import { styleMessages } from "./catalogue/style";
import { translationMessages } from "./catalogue/translations";

/** Every message that content can cause. Each has a fixture in `fixtures/`; a test fails when one has none. */
export const catalogue = {
  ...fileMessages,
  ...fieldMessages,
  ...markdownMessages,
  ...glossaryMessages,
  ...questionMessages,
  ...translationMessages,
  ...snippetMessages,
  ...styleMessages,
  ...runMessages,
};

export type MessageRule = keyof typeof catalogue;
export type MessageParameters<Rule extends MessageRule> = Parameters<(typeof catalogue)[Rule]["text"]>[0];
