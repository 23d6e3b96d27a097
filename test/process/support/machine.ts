import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { root } from "./launch.ts";
import { portOf } from "./port-of.ts";

/** Returns the named blocks of commands (```sh NAME) in a page of the docs, in order. */
export function blocksOf(paper: string): Map<string, string> {
  const blocks = new Map<string, string>();
  for (const [, name = "", commands = ""] of readFileSync(join(root, paper), "utf8").matchAll(
    /^```sh\b ?(.*)\n([\s\S]*?)^```/gm,
  )) {
    if (name === "" || blocks.has(name)) throw new Error(`a block of ${paper} needs a name of its own: ${commands}`);
    blocks.set(name, commands);
  }
  return blocks;
}

/**
 * A tool on the machine: a shell script, or a function that returns the tool's output. If a function returns undefined,
 * the call is recorded.
 */
type Tool = string | ((args: readonly string[], cwd: string) => string | undefined | Promise<string | undefined>);

interface MachineOptions {
  readonly tools: Readonly<Record<string, Tool>>;
  /** Words of the docs, each with its replacement on this machine. */
  readonly words?: () => readonly (readonly [RegExp | string, string])[];
  readonly env?: Readonly<Record<string, string>>;
}

interface Circumstances {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Matches absolute paths in the docs, which are placed below the machine's folder. */
const PLACES = /(?<=^|[\s"'=>(])\/(?=(root|srv|var|etc|mnt|usr\/local)\b)/gm;

/**
 * Returns a machine simulated by a folder. The shell runs commands there as users type them, with some tools replaced.
 */
export async function machine(at: string, { tools, words = () => [], env: always = {} }: MachineOptions) {
  let calls: string[] = [];
  const places = "home root srv var/lib var/tmp var/backups etc/systemd/system mnt usr/local/bin tools";
  for (const each of places.split(" ")) mkdirSync(join(at, each), { recursive: true });
  const server = createServer(async (request, response) => {
    const [cwd = "", name = "", ...args] = (await text(request)).split("\n").slice(0, -1);
    const tool = tools[name];
    try {
      const said = typeof tool === "function" ? await tool(args, cwd) : undefined;
      if (said === undefined) calls.push([name, ...args].join(" "));
      response.end(said);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const ask = `http://127.0.0.1:${await portOf(server)}`;
  for (const [name, tool] of Object.entries(tools)) {
    const asks = `printf '%s\\n' "$PWD" ${name} "$@" | curl -q -sS --fail-with-body --data-binary @- ${ask}`;
    const script = typeof tool === "string" ? tool : asks;
    writeFileSync(join(at, "tools", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  /** Runs commands. Throws if they fail. */
  async function run(commands: string, { cwd = join(at, "srv"), env = {}, input }: Circumstances = {}) {
    calls = [];
    let script = commands;
    for (const [said, is] of words()) script = script.replaceAll(said, is);
    const path = [join(at, "tools"), dirname(process.execPath), process.env["PATH"]].join(":");
    const child = spawn("bash", ["--norc", "-euo", "pipefail", "-c", script.replace(PLACES, `${at}/`)], {
      cwd,
      env: { PATH: path, HOME: join(at, "home"), ...always, ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    child.stdin?.end(input);
    let output = "";
    for (const each of [child.stdout, child.stderr])
      each?.setEncoding("utf8").on("data", (said: string) => (output += said));
    const [status] = await once(child, "close");
    if (status !== 0) throw new Error(`status ${status} of ${script}: ${output}`);
    return { calls, output };
  }
  return { at, run };
}
