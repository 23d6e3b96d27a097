import { colorSystemBars } from "./style/look.ts";

/** Applies this browser's theme, density and language before the first paint. */
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
  // The browser stores nothing for this page, or the stored value is invalid.
}
