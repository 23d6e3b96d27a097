import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Deployed {
  readonly version: string;
  readonly addresses: string[];
}

/** The part of Cloudflare's CLI that the deploy uses. */
export interface Wrangler {
  /** Returns the command's output parsed as JSON, or undefined if it fails. */
  ask(...args: string[]): Promise<unknown>;
  /** Returns the error output of the last `ask`, or "" if it succeeded. */
  said?(): string;
  /** Runs a command and shows its output. Returns whether it succeeded. */
  run(...args: string[]): Promise<boolean>;
  deploy(...args: string[]): Promise<Deployed | undefined>;
}

const TOOLS = fileURLToPath(new URL("../../../node_modules/.bin", import.meta.url));

export function createWrangler(config: string): Wrangler {
  // npm scripts have the program's tools in their PATH; the `parley` command doesn't.
  const PATH = [process.env["PATH"], TOOLS].filter(Boolean).join(delimiter);
  const env = { ...process.env, PATH, WRANGLER_SEND_METRICS: "false" };
  const withConfig = (args: string[]) => [...args, "--config", config];

  const show = (args: string[], more?: NodeJS.ProcessEnv) =>
    ended(spawn("wrangler", withConfig(args), { stdio: "inherit", env: { ...env, ...more } }));

  let failed = "";

  return {
    async ask(...args) {
      const child = spawn("wrangler", withConfig(args), { stdio: ["ignore", "pipe", "pipe"], env });
      let [said, complained] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (part: string) => {
        said += part;
      });
      child.stderr.setEncoding("utf8").on("data", (part: string) => {
        complained += part;
      });
      const isDone = await ended(child);
      failed = isDone ? "" : wordsIn(`${complained}\n${said}`);
      return isDone ? readJson(said) : undefined;
    },

    said: () => failed,

    run: (...args) => show(args),

    async deploy(...args) {
      const folder = mkdtempSync(join(tmpdir(), "parley-deploy-"));
      const file = join(folder, "output.ndjson");
      try {
        return (await show(["deploy", ...args], { WRANGLER_OUTPUT_FILE_PATH: file })) ? readOutput(file) : undefined;
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

/** @returns whether it succeeded */
const ended = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status === 0));
  });

/** Extracts the relevant part of an error: the lines that describe it, without colors and stack frames. */
export function wordsIn(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors of a terminal
  const lines = text.replace(/\u001b\[[0-9;]*m/g, "").split("\n");
  const errors = lines.map((line) => line.trim()).filter((line) => /error|✘|\[code: \d+\]|"text"|failed/i.test(line));
  return errors.slice(0, 3).join(" ").slice(0, 500);
}

/** Parses the JSON in a command's output, after any banner. */
export function readJson(said: string): unknown {
  for (const begin of said.matchAll(/^[[{]/gm)) {
    try {
      return JSON.parse(said.slice(begin.index));
    } catch {
      // This was a line of the banner that starts like JSON.
    }
  }
  return undefined;
}

/** @param file a JSON object on each line */
function readOutput(file: string): Deployed {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const found = lines.map((line) => JSON.parse(line)).find(({ type }) => type === "deploy");
  return { version: found?.version_id ?? "unknown", addresses: found?.targets ?? [] };
}
