const WIDTH = 30;
const EVERY_MS = 200;
/** Interval between lines if there is no terminal. */
const LINE_EVERY_MS = 10_000;

/** Shows progress on the terminal, or elsewhere as an occasional line. */
export class Progress {
  #shown = 0;
  #step = "";

  /** @param total 0 if unknown */
  show(step: string, done: number, total: number) {
    const isTerminal = process.stderr.isTTY === true;
    const now = Date.now();
    if (step === this.#step && now - this.#shown < (isTerminal ? EVERY_MS : LINE_EVERY_MS)) return;
    this.#step = step;
    this.#shown = now;
    if (isTerminal) process.stderr.write(`\r\u001b[K${bar(done, total)} ${step} ${amount(done, total)}`);
    else process.stderr.write(`${step} ${amount(done, total)}\n`);
  }

  end() {
    if (this.#step !== "" && process.stderr.isTTY === true) process.stderr.write("\r\u001b[K");
    this.#step = "";
  }
}

function bar(done: number, total: number) {
  const full = total > 0 ? Math.min(WIDTH, Math.floor((done / total) * WIDTH)) : 0;
  return `[${"=".repeat(full)}${" ".repeat(WIDTH - full)}]`;
}

const amount = (done: number, total: number) =>
  total > 0 ? `${done.toLocaleString("en")} of ${total.toLocaleString("en")}` : done.toLocaleString("en");
