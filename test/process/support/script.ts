import { type ChildProcess, spawn } from "node:child_process";
import { root } from "./launch.ts";

export interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** A command of `parley` that runs. */
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

  /** What it has said so far. */
  get output(): string {
    return this.#output;
  }

  /** Ends it with a signal; its status is null where the signal came before its end, and was not handled. */
  kill(signal: NodeJS.Signals = "SIGKILL"): Promise<Ran> {
    this.#child.kill(signal);
    return this.ended;
  }
}

export const run = (name: string, ...args: string[]): Promise<Ran> => new Script(name, args).ended;

/** Runs a command with a text on its standard input. */
export function runWith(input: string, name: string, ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, ["scripts/parley.mjs", name, ...args], { cwd: root });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  child.stdin.end(input);
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, output })));
}

/** What a command says that has to succeed. */
export async function succeed(name: string, ...args: string[]): Promise<string> {
  const { status, output } = await run(name, ...args);
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${output}`);
  return output;
}
