/** Marks a place in a text. Of a text that is converted, these characters are removed before. */
const [BEGIN, END] = ["\uE000", "\uE001"];
const MARKED = new RegExp(`${BEGIN}(\\d+)${END}`, "g");
const MARKS = new RegExp(`[${BEGIN}${END}]`, "g");

/** Parts of a text that are converted already, and that what is done to the rest must not touch. */
export class Placeholders {
  readonly #parts: string[] = [];

  /** The text without characters that would be taken for marks. */
  static clean(text: string): string {
    return text.replace(MARKS, "");
  }

  /** Takes a part away, and returns what marks its place. */
  keep(part: string): string {
    return `${BEGIN}${this.#parts.push(part) - 1}${END}`;
  }

  /** Puts the parts back; those within parts as well. */
  putBack(text: string): string {
    return text.replace(MARKED, (_, index: string) => this.putBack(this.#parts[Number(index)] ?? ""));
  }
}
