// Stays at 0.16: later versions rename the classes (`base`, `strut`) that clients read and style.
import katex from "katex";
import { withoutWarnings } from "../../logging/output.ts";
import { element, escapeLiteral } from "../html/html.ts";

/**
 * The characters of formulas that are typeset in one message. Time and size grow with their length, and most of all with the
 * cells of matrices. A character can become 250 characters of HTML, and the event of an edit, which has the old HTML and the
 * new, must stay below the 2 MB of a row.
 */
const mostPerMessage = 2500;
const costOfCell = 10;

function costOf(tex: string): number {
  return tex.length + costOfCell * (tex.split("&").length - 1);
}

/** Typesets the formulas of one message, up to a limit for all of them together. */
export class Typesetter {
  #left = mostPerMessage;

  /** A formula as HTML and MathML; one with an error, or past the limit, as it was written (markdown.md 1, "Math"). */
  typeset(tex: string, display: boolean): string {
    const options = { displayMode: display, throwOnError: true, strict: "ignore", trust: false } as const;
    const cost = costOf(tex);
    if (cost <= this.#left) {
      this.#left -= cost;
      try {
        // KaTeX warns of every character that it has no font for.
        return withoutWarnings(() => katex.renderToString(tex, options));
      } catch {
        // Shown as its source, below.
      }
    }
    return element("span", { class: "tex-error" }, escapeLiteral(display ? tex : `$$${tex}$$`));
  }
}
