/** The address of KaTeX's styles, which the build puts in; the version is the one with which the server renders. */
declare const MATH_STYLE: string;

let isAsked = false;

/** Loads the styles and fonts of formulas when the first formula is shown. */
export function loadMathStyle(): void {
  if (isAsked) return;
  isAsked = true;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = MATH_STYLE;
  document.head.append(link);
}
