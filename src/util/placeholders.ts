/**
 * Delimiters of a mark, the placeholder for a converted part. `clean` removes them from a text before the conversion.
 */
const [BEGIN, END] = ["\uE000", "\uE001"];
const MARKED = new RegExp(`${BEGIN}(\\d+)${END}`, "g");
const MARKS = new RegExp(`[${BEGIN}${END}]`, "g");

/** Replaces converted parts of a text with marks, so that later steps don't process them again. */
export class Placeholders {
  readonly #parts: string[] = [];

  /** Removes the delimiters, so that nothing in the text is mistaken for a mark. */
  static clean(text: string): string {
    return text.replace(MARKS, "");
  }

  keep(part: string): string {
    return `${BEGIN}${this.#parts.push(part) - 1}${END}`;
  }

  /** Restores the parts, including nested ones. */
  putBack(text: string): string {
    return text.replace(MARKED, (_, index: string) => this.putBack(this.#parts[Number(index)] ?? ""));
  }
}
