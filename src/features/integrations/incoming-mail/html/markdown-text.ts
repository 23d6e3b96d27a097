/** Markdown that grows at its end, and knows how it ends. */
export class MarkdownText {
  readonly #pieces: string[] = [];
  #ending = "";

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Whether a text that is added now begins a line. */
  get beginsLine(): boolean {
    return this.isEmpty || this.#ending.endsWith("\n");
  }

  /** Adds a text as it is, and tells how many characters that were. */
  add(text: string): number {
    if (text === "") return 0;
    this.#pieces.push(text);
    this.#ending = text.length > 1 ? text.slice(-2) : `${this.#ending.slice(-1)}${text}`;
    return text.length;
  }

  /** A text in which space counts once, and not at the beginning of a line. */
  addFlowing(text: string): number {
    const spaced = text.replace(/[\s\u00a0]+/g, " ");
    return this.add(this.beginsLine || this.#ending.endsWith(" ") ? spaced.replace(/^ /, "") : spaced);
  }

  /** Begins a new line, or with 2 a new paragraph, unless one has just begun. */
  breakLines(count: 1 | 2): void {
    if (this.isEmpty) return;
    const missing = count - (/\n*$/.exec(this.#ending)?.[0].length ?? 0);
    if (missing > 0) this.add("\n".repeat(missing));
  }

  toString(): string {
    return this.#pieces.join("");
  }
}
