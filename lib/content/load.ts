import "server-only";
import { join } from "node:path";
import { contentStore } from "./store";

/** The content of this build; see `ContentStore` for what each function promises. */
export const { course, glossary, publicLesson, secretLesson, secretQuestion, questionVersions, labScenarios, labScenario } = contentStore(
  join(process.cwd(), "generated", "content"),
  { watch: process.env.NODE_ENV === "development" },
);
