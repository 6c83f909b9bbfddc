import type { ContentFiles } from "../files";

/** What is checked by itself: a lesson with the scenarios that it names, or a scenario that no lesson names. */
export type Subject = `${"lessons" | "scenarios"}/${string}`;

/** Everything that an author can be working on. */
export function subjectsOf(files: ContentFiles): Subject[] {
  const lessons = files.folders("lessons");
  const shown = new Set(lessons.flatMap((slug) => scenariosOf(`lessons/${slug}`, files)));
  return [
    ...lessons.map((slug): Subject => `lessons/${slug}`),
    ...files.folders("scenarios").flatMap((slug): Subject[] => (shown.has(slug) ? [] : [`scenarios/${slug}`])),
  ];
}

/** Those of the subjects that a change of this file (path below `content/`) can concern. */
export function concerned(path: string, files: ContentFiles): Subject[] {
  const [folder, slug = ""] = path.split("/");
  const subjects = subjectsOf(files);
  if (folder === "lessons") return subjects.filter((subject) => subject === `lessons/${slug}`);
  if (folder !== "scenarios") return path.endsWith(".yaml") ? subjects : [];
  return subjects.filter((subject) => scenariosOf(subject, files).includes(slug));
}

/** The content as if there were nothing but a subject. Its whole is a matter of seconds less than that of the course. */
export function focusedFiles(subject: Subject, files: ContentFiles): ContentFiles {
  const [folder, slug] = subject.split("/");
  const scenarios = scenariosOf(subject, files);
  return {
    read: (path) => files.read(path),
    folders: (path) =>
      path === "lessons" ? (folder === "lessons" && slug ? [slug] : []) : path === "scenarios" ? scenarios : files.folders(path),
  };
}

/** Scenarios whose names occur in a subject, and in those scenarios in turn. */
function scenariosOf(subject: Subject, files: ContentFiles): string[] {
  const all = files.folders("scenarios");
  const found = new Set<string>();
  const visit = (file: string): void => {
    const words = new Set(new TextDecoder().decode(files.read(file) ?? new Uint8Array()).match(/[a-z0-9]+(?:-[a-z0-9]+)*/g));
    for (const scenario of all)
      if (words.has(scenario) && !found.has(scenario)) {
        found.add(scenario);
        visit(`scenarios/${scenario}/scenario.yaml`);
      }
  };
  const [folder, slug = ""] = subject.split("/");
  if (folder === "lessons") visit(`lessons/${slug}/ru.mdx`);
  else {
    found.add(slug);
    visit(`scenarios/${slug}/scenario.yaml`);
  }
  return [...found].sort();
}
