/** What the reader sees: the system's choice, or a fixed one. Kept in a cookie, so that the first byte is right. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "theme";

export function isTheme(value: unknown): value is Theme {
  return value === "system" || value === "light" || value === "dark";
}

/** `paper` of the style sheet, for the parts of the browser that no style sheet reaches. */
export const paper = { light: "#f1f4f0", dark: "#0e1417" };

/** The colour of the browser's own bars, per system theme: two entries always, so that the toggle only changes values. */
export function barColors(theme: Theme): { media: string; color: string }[] {
  return [
    { media: "(prefers-color-scheme: light)", color: theme === "dark" ? paper.dark : paper.light },
    { media: "(prefers-color-scheme: dark)", color: theme === "light" ? paper.light : paper.dark },
  ];
}
