import { barColors, themeCookie, type Theme } from "@/lib/theme";

const yearInSeconds = 31_536_000;

/** Shows a theme on the open page, and asks the server for the same on the next one. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const bars = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  barColors(theme).forEach(({ color }, index) => bars[index]?.setAttribute("content", color));
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${yearInSeconds}; samesite=lax`;
}

/** The other of light and dark, whichever is seen now. */
export function otherTheme(): "light" | "dark" {
  const { theme } = document.documentElement.dataset;
  const isDark = theme === "dark" || (theme !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  return isDark ? "light" : "dark";
}
