import { colorSystemBars } from "./style/look.ts";

/**
 * Gives the page the theme, density and language that were chosen in this browser, before anything is painted.
 */
try {
  const look: unknown = JSON.parse(localStorage.getItem("look") ?? "{}");
  const { theme, density, lang, dir } = look as Partial<Record<string, string>>;
  const page = document.documentElement;
  if (theme) {
    page.dataset["theme"] = theme;
    colorSystemBars(theme);
  }
  if (density) page.dataset["density"] = density;
  if (lang) page.lang = lang;
  if (dir) page.dir = dir;
} catch {
  // The browser keeps nothing for this page, or what it kept cannot be read.
}
