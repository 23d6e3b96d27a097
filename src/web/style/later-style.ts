/** The address of the stylesheet for parts that are loaded later; the build puts it in. */
declare const LATER_STYLE: string;

let loaded: Promise<unknown> | undefined;

/**
 * Loads the stylesheet for parts that are loaded later. Resolves when it is there, and also when it fails: a part without
 * its style is better than no part. The first view makes the first call, so that its own files are loaded before.
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
