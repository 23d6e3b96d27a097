// KaTeX stays at 0.16, because later versions rename the classes (`base`, `strut`) that clients read and style.
import katex, { ParseError } from "katex";
import { withoutOutput } from "../../logging/output.ts";
import { element, escapeLiteral } from "../html/html.ts";
import { countedMacros } from "./counted-macros.ts";

/**
 * Maximum characters of formulas typeset per message, including those that the formulas' own macros add. Time and size
 * grow with the formulas' length, and most of all with matrix cells. A character can become 250 characters of HTML, and
 * an edit's event, with the old and the new HTML, must stay below the 2 MB of a row.
 */
const mostPerMessage = 2500;
const costOfCell = 10;

function costOf(tex: string): number {
  return tex.length + costOfCell * (tex.split("&").length - 1);
}

/** Typesets the formulas of one message, up to a limit on their total. */
export class Typesetter {
  #left = mostPerMessage;

  /**
   * Renders a formula to HTML and MathML, or as its source if it has an error or exceeds the limit (markdown.md 1,
   * "Math").
   */
  typeset(tex: string, display: boolean): string {
    const macros = countedMacros((added) => this.#count(added));
    const options = { displayMode: display, throwOnError: true, strict: "ignore", trust: false, macros } as const;
    if (costOf(tex) <= this.#left) {
      try {
        this.#count(tex);
        // KaTeX logs every character it has no font for, and formulas themselves can log, too.
        return withoutOutput(() => katex.renderToString(tex, options));
      } catch {
        // Shown as source, below.
      }
    }
    return element("span", { class: "tex-error" }, escapeLiteral(display ? tex : `$$${tex}$$`));
  }

  #count(tex: string): void {
    this.#left -= costOf(tex);
    if (this.#left < 0) throw new ParseError("too long");
  }
}
