import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Script } from "../../process/support/script.ts";
import { Violation } from "../frame/part.ts";

/** Runs `npm run import` again with the same arguments after each kill. */
export class CommandImport {
  readonly #args: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  readonly #temp: string;
  #running: Script | undefined;
  #isKilled = false;
  #isStopped = false;
  hasEnded = false;
  output = "";

  /** `folder` holds the command's state and unpacked files. */
  constructor(data: string, folder: string, ...what: readonly string[]) {
    this.#temp = join(folder, "temp");
    mkdirSync(this.#temp, { recursive: true });
    this.#args = ["--zuliprc", join(data, "zuliprc"), "--temp", this.#temp, ...what];
    this.#env = { XDG_CACHE_HOME: join(folder, "cache") };
  }

  get step(): string {
    const lines = this.#running?.output.split("\n").filter((line) => /^[a-z][^:(]*$/.test(line)) ?? [];
    return (
      lines
        .at(-1)
        ?.replace(/[\d,]+( of [\d,]+)?$/, "")
        .trim() || "the beginning"
    );
  }

  /** Runs the command until it ends without being killed, in which case it must succeed, or until `stop` is called. */
  async ended(): Promise<void> {
    try {
      while (!(await this.#hasSucceeded()));
    } finally {
      this.hasEnded = true;
    }
    const left = this.#isStopped ? [] : readdirSync(this.#temp);
    if (left.length > 0) throw new Violation("npm run import has left files behind", left);
  }

  async #hasSucceeded(): Promise<boolean> {
    if (this.#isStopped) return true;
    this.#isKilled = false;
    this.#running = new Script("import", this.#args, this.#env);
    const { status, output } = await this.#running.ended;
    this.output = output;
    if (status === null && this.#isKilled) return false;
    if (status === 0) return true;
    throw new Violation(`npm run import ended with ${status}`, output.trim().split("\n").slice(-12));
  }

  /** Sends SIGKILL to the command. `ended` then runs it again. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    await this.#running?.kill();
  }

  /** Sends SIGKILL to the command, which isn't run again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.kill();
  }
}
