/** Where the build puts the styles of what is loaded later. */
declare const LATER_STYLE: string;

let loaded: Promise<unknown> | undefined;

/**
 * Resolves once what is loaded later looks as it should, or never will: then it is better plain than not there. Nothing is
 * loaded before it is first called, which the first view does: what that shows comes first.
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
