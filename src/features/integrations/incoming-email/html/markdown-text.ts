/** An append-only Markdown buffer that knows how it ends. */
export class MarkdownText {
  readonly #pieces: string[] = [];
  #ending = "";

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Whether text added now would start a line. */
  get beginsLine(): boolean {
    return this.isEmpty || this.#ending.endsWith("\n");
  }

  /** Appends a text unchanged. Returns its length. */
  add(text: string): number {
    if (text === "") return 0;
    this.#pieces.push(text);
    this.#ending = text.length > 1 ? text.slice(-2) : `${this.#ending.slice(-1)}${text}`;
    return text.length;
  }

  /** Appends a text, collapsing whitespace and dropping it at the start of a line. */
  addFlowing(text: string): number {
    const spaced = text.replace(/[\s\u00a0]+/g, " ");
    return this.add(this.beginsLine || this.#ending.endsWith(" ") ? spaced.replace(/^ /, "") : spaced);
  }

  /** Starts a new line, or with 2 a new paragraph, unless one has just started. */
  breakLines(count: 1 | 2): void {
    if (this.isEmpty) return;
    const missing = count - (/\n*$/.exec(this.#ending)?.[0].length ?? 0);
    if (missing > 0) this.add("\n".repeat(missing));
  }

  toString(): string {
    return this.#pieces.join("");
  }
}
