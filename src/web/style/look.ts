/** The look of the page that this browser stores; theme.ts applies it before anything is painted. */
interface Look {
  readonly theme?: "light" | "dark" | undefined;
  readonly density?: "compact" | undefined;
  readonly lang?: string | undefined;
  readonly dir?: "ltr" | "rtl" | undefined;
}

/** The look that is stored in this browser. */
export function lookNow(): Look {
  try {
    return JSON.parse(localStorage.getItem("look") ?? "{}") as Look;
  } catch {
    return {};
  }
}

/** Gives the bars that the system draws around the page the chosen theme, or that of the system. */
export function colorSystemBars(theme: string | undefined): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    meta.dataset["media"] ??= meta.media;
    const media = meta.dataset["media"];
    const always = media.replace(/\(prefers-color-scheme: \w+\)/, "(min-width: 0)");
    meta.media = theme === undefined ? media : media.includes(theme) ? always : "not all";
  }
}

/** Changes the look of this page and of those that are opened later; undefined fields follow the system. */
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
    // Nothing can be stored here: the change lasts until the page is closed.
  }
}
