/** URL of the stylesheet for deferred parts, inserted by the build. */
declare const LATER_STYLE: string;

let loaded: Promise<unknown> | undefined;

/**
 * Loads the stylesheet for deferred parts. Resolves even if that fails, because an unstyled part is better than none.
 * The first view is the first caller, so that its own files are loaded before the stylesheet.
 */
export function laterStyle(): Promise<unknown> {
  loaded ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = LATER_STYLE;
    link.onload = resolve;
    link.onerror = resolve;
    document.head.append(link);
  });
  return loaded;
}
