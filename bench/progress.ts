/** Shows the current step in one line. On a terminal it replaces the previous line, elsewhere it is appended. */
export class Progress {
  readonly #onTerminal = process.stderr.isTTY;
  #last = "";

  tell(text: string): void {
    if (text === this.#last) return;
    this.#last = text;
    process.stderr.write(this.#onTerminal ? `\r\x1b[K${text}` : `${text}\n`);
  }

  /** Shows the progress of a long step. */
  part(what: string, done: number, all: number): void {
    const steps = this.#onTerminal ? 40 : 4;
    const share = Math.floor((done / all) * steps);
    const bar = `${what} [${"#".repeat(share)}${"-".repeat(steps - share)}]`;
    this.tell(this.#onTerminal ? `${bar} ${done.toLocaleString("en")} of ${all.toLocaleString("en")}` : bar);
  }

  clear(): void {
    if (this.#onTerminal) process.stderr.write("\r\x1b[K");
  }
}
