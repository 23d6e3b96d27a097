/** Mark a position in a text. These characters are removed from texts before their conversion. */
const [BEGIN, END] = ["\uE000", "\uE001"];
const MARKED = new RegExp(`${BEGIN}(\\d+)${END}`, "g");
const MARKS = new RegExp(`[${BEGIN}${END}]`, "g");

/** Replaces converted parts of a text with marks, so that later steps don't process them again. */
export class Placeholders {
  readonly #parts: string[] = [];

  /** Removes characters that would be mistaken for marks. */
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
