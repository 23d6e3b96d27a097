import { existsSync, statSync } from "node:fs";
import { Script } from "../../process/support/script.ts";
import { Violation } from "../frame/part.ts";

/**
 * Matches the error of a command that can't reach a server that is restarting. An administrator would run the command
 * again.
 */
const AWAY = /does not answer|no server runs/;

/** Runs `npm run export` again with the same arguments after each kill. */
export class CommandExport {
  readonly #args: readonly string[];
  readonly #part: string;
  #running: Script | undefined;
  #isKilled = false;
  hasEnded = false;
  /** The output of each run. */
  readonly said: string[] = [];

  constructor(file: string, ...options: readonly string[]) {
    this.#args = [...options, file];
    this.#part = `${file}.part`;
  }

  /** Bytes downloaded so far. */
  get downloaded(): number {
    return existsSync(this.#part) ? (statSync(this.#part, { throwIfNoEntry: false })?.size ?? 0) : 0;
  }

  get step(): string {
    if (this.downloaded > 0) return "downloading";
    return /written:/.test(this.#running?.output ?? "") ? "writing" : "the beginning";
  }

  /** Runs the command until it ends without being killed. It must then succeed. */
  async ended(): Promise<void> {
    try {
      for (;;) {
        this.#isKilled = false;
        this.#running = new Script("export", this.#args);
        const { status, output } = await this.#running.ended;
        this.said.push(output);
        if (status === 0) return;
        const isAgain = (status === null && this.#isKilled) || AWAY.test(output);
        if (!isAgain) throw new Violation(`npm run export ended with ${status}`, output.trim().split("\n").slice(-12));
      }
    } finally {
      this.hasEnded = true;
    }
  }

  /** Sends SIGKILL to the command. `ended` then runs it again. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    await this.#running?.kill();
  }
}
