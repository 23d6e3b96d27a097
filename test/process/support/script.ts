import { type ChildProcess, spawn } from "node:child_process";
import { root } from "./launch.ts";
import { runHere } from "./run-here.ts";

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** A running `parley` command. */
export class Script {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ran>;
  #output = "";
  hasEnded = false;

  constructor(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const command = ["scripts/parley.mjs", name, ...args];
    const options = { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] } as const;
    this.#child = spawn(process.execPath, command, { ...options, stdio: [...options.stdio] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    }
    this.ended = new Promise((resolve) => {
      this.#child.once("close", (status) => {
        this.hasEnded = true;
        resolve({ status, output: this.#output });
      });
    });
  }

  get output(): string {
    return this.#output;
  }

  /**
   * Sends a signal, and waits until the command has ended. The status is null if the signal itself ended the command.
   */
  kill(signal: NodeJS.Signals = "SIGKILL"): Promise<Ran> {
    this.#child.kill(signal);
    return this.ended;
  }
}

/** Runs a command within the tests' process, because for most commands, starting Node takes as long as what they do. */
export async function run(name: string, ...args: string[]): Promise<Ran> {
  const { status, output } = await runHere(name, ...args);
  return { status, output };
}

/** Runs a command with a text as standard input. */
export function runWith(input: string, name: string, ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, ["scripts/parley.mjs", name, ...args], { cwd: root });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  child.stdin.end(input);
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, output })));
}

/** Runs a command, and returns its output. Throws if the command fails. */
export async function succeed(name: string, ...args: string[]): Promise<string> {
  const { status, output } = await run(name, ...args);
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${output}`);
  return output;
}
