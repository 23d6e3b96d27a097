// 0.16, because later versions rename the classes (`base`, `strut`) that clients read and style.
import katex from "katex";
import { withoutWarnings } from "../../logging/output.ts";
import { element, escapeLiteral } from "../html/html.ts";

/**
 * Setting takes time and room that grow with the formulas, and with the cells of tables most of all. A character can
 * become 250: an edit, whose event has the old HTML and the new, must stay below the 2 MB that a row can have.
 */
const mostPerMessage = 2500;
const costOfCell = 10;

function costOf(tex: string): number {
  return tex.length + costOfCell * (tex.split("&").length - 1);
}

/** Sets the formulas of one message, until they are more than a message can mean. */
export class Typesetter {
  #left = mostPerMessage;

  /** A formula as HTML and MathML; one that cannot be set is shown as it was written (markdown.md 1, "Math"). */
  typeset(tex: string, display: boolean): string {
    const options = { displayMode: display, throwOnError: true, strict: "ignore", trust: false } as const;
    const cost = costOf(tex);
    if (cost <= this.#left) {
      this.#left -= cost;
      try {
        // It warns of every character that it has no font for.
        return withoutWarnings(() => katex.renderToString(tex, options));
      } catch {
        // The reader sees from the source what is wrong with it.
      }
    }
    return element("span", { class: "tex-error" }, escapeLiteral(display ? tex : `$$${tex}$$`));
  }
}
