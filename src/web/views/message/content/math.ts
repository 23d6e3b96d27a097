/** Where the build puts the styles of KaTeX, in the version that the server sets formulas with. */
declare const MATH_STYLE: string;

let isAsked = false;

/** Formulas need styles and fonts of their own, which are loaded when the first one is shown. */
export function loadMathStyle(): void {
  if (isAsked) return;
  isAsked = true;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = MATH_STYLE;
  document.head.append(link);
}
