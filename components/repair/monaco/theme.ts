import type { Monaco } from "@/components/repair/monaco/load-monaco";

export const themeName = "crash-window";

/**
 * The look of the code: only comments are quieter, calls of ports are bold by decoration. Colours are the page's tokens,
 * read as they are now, so a change of theme defines it anew.
 */
export function defineTheme({ editor }: Monaco): void {
  const color = colorReader();
  const [ink, quiet, line] = [color("--ink"), color("--ink-3"), color("--rule-2")];
  const background = color("--sheet");
  editor.defineTheme(themeName, {
    base: isDark() ? "vs-dark" : "vs",
    inherit: false,
    rules: [
      { token: "", foreground: ink.slice(1), background: background.slice(1) },
      { token: "comment", foreground: quiet.slice(1) },
    ],
    colors: {
      foreground: ink,
      focusBorder: color("--blue"),
      "editor.background": background,
      "editor.foreground": ink,
      "editorCursor.foreground": color("--blue"),
      "editor.lineHighlightBackground": color("--well"),
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": color("--blue-wash"),
      "editor.inactiveSelectionBackground": color("--well"),
      "editor.wordHighlightBackground": color("--well"),
      "editor.wordHighlightStrongBackground": color("--well"),
      "editorLineNumber.foreground": quiet,
      "editorLineNumber.activeForeground": ink,
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`editorBracketHighlight.foreground${level}`, ink])),
      "editorBracketHighlight.unexpectedBracket.foreground": ink,
      "editorBracketMatch.background": color("--well"),
      "editorBracketMatch.border": line,
      // Red is for violations only.
      "editorError.foreground": color("--brass"),
      "editorWarning.foreground": color("--brass"),
      "editorInfo.foreground": quiet,
      "editorWidget.background": color("--paper"),
      "editorWidget.foreground": ink,
      "editorWidget.border": line,
      "editorHoverWidget.background": color("--paper"),
      "editorHoverWidget.border": line,
      "editorSuggestWidget.background": color("--paper"),
      "editorSuggestWidget.border": line,
      "editorSuggestWidget.foreground": ink,
      "editorSuggestWidget.selectedBackground": color("--well"),
      "editorSuggestWidget.selectedForeground": ink,
      "editorSuggestWidget.highlightForeground": color("--blue"),
      "editorSuggestWidget.focusHighlightForeground": color("--blue"),
      "list.hoverBackground": color("--well"),
      "scrollbarSlider.background": color("--rule"),
      "scrollbarSlider.hoverBackground": line,
      "scrollbarSlider.activeBackground": line,
      "textLink.foreground": color("--blue"),
      "textCodeBlock.background": color("--well"),
    },
  });
  editor.setTheme(themeName);
}

/** Calls back when the reader or the system changes the theme. Returns the function that ends it. */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(listener);
  system.addEventListener("change", listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    system.removeEventListener("change", listener);
    observer.disconnect();
  };
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Reads tokens as `#rrggbb`: Monaco understands nothing else. */
function colorReader(): (token: string) => string {
  const probe = document.createElement("span");
  // Where motion is reduced every element has a transition, however short: the colour would still be the one before.
  probe.style.setProperty("transition", "none", "important");
  document.body.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    const channels = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
    return `#${channels.slice(0, 3).map((channel) => Math.round(Number(channel)).toString(16).padStart(2, "0")).join("")}`;
  };
  queueMicrotask(() => probe.remove());
  return read;
}
