"use client";

import { useState } from "react";
import { showTheme } from "@/components/ui/show-theme";
import { themes, type Theme } from "@/lib/theme";

/** One button through three states: as the system, light, dark. Hidden where scripts are off: there the system decides. */
export function ThemeToggle({ initial, labels }: { initial: Theme; labels: Record<Theme, string> }) {
  const [theme, setTheme] = useState(initial);

  function change(): void {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
    setTheme(next);
    showTheme(next);
  }

  return (
    <button type="button" onClick={change} aria-label={labels[theme]} title={labels[theme]} className="theme-toggle">
      <svg viewBox="0 0 14 14" aria-hidden="true" className="size-3.5">
        <circle cx="7" cy="7" r="5.75" fill={theme === "dark" ? "currentColor" : "none"} stroke="currentColor" strokeWidth="1.5" />
        {theme === "system" && <path d="M7 1.25A5.75 5.75 0 0 0 7 12.75Z" fill="currentColor" />}
      </svg>
    </button>
  );
}
