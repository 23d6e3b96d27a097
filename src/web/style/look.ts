/** The appearance stored in this browser. theme.ts applies it before the first paint. */
interface Look {
  readonly theme?: "light" | "dark" | undefined;
  readonly density?: "compact" | undefined;
  readonly lang?: string | undefined;
  readonly dir?: "ltr" | "rtl" | undefined;
}

export function lookNow(): Look {
  try {
    return JSON.parse(localStorage.getItem("look") ?? "{}") as Look;
  } catch {
    return {};
  }
}

/** Gives the system bars around the page the color of the chosen theme, or of the system's if `theme` is undefined. */
export function colorSystemBars(theme: string | undefined): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    meta.dataset["media"] ??= meta.media;
    const media = meta.dataset["media"];
    const always = media.replace(/\(prefers-color-scheme: \w+\)/, "(min-width: 0)");
    meta.media = theme === undefined ? media : media.includes(theme) ? always : "not all";
  }
}

/** Changes the appearance of this page and of pages opened later. Undefined fields follow the system. */
export function changeLook(changes: Look): void {
  const look = { ...lookNow(), ...changes };
  const page = document.documentElement;
  for (const name of ["theme", "density"] as const) {
    const value = look[name];
    if (value === undefined) delete page.dataset[name];
    else page.dataset[name] = value;
  }
  colorSystemBars(look.theme);
  if (look.lang !== undefined) page.lang = look.lang;
  if (look.dir !== undefined) page.dir = look.dir;
  try {
    localStorage.setItem("look", JSON.stringify(look));
  } catch {
    // Nothing can be stored here, so the change lasts until the page is closed.
  }
}
