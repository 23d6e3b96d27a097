import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * What a deploy says of itself.
 *
 * @typedef {{ version: string, addresses: string[] }} Deployed
 */
/**
 * Cloudflare's command, as the deploy uses it.
 *
 * @typedef {object} Wrangler
 * @property {(...args: string[]) => Promise<unknown>} ask what it prints, as JSON; undefined where it fails
 * @property {() => string} [said] its own words where the last question failed; "" where it did not
 * @property {(...args: string[]) => Promise<boolean>} run shows what it prints; whether it has succeeded
 * @property {(...args: string[]) => Promise<Deployed | undefined>} deploy undefined where it fails
 */

/** @param {string} config @returns {Wrangler} */
export function createWrangler(config) {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false" };
  const withConfig = (/** @type {string[]} */ args) => [...args, "--config", config];

  /** @param {string[]} args @param {NodeJS.ProcessEnv} [more] */
  const show = (args, more) =>
    ended(spawn("wrangler", withConfig(args), { stdio: "inherit", env: { ...env, ...more } }));

  let failed = "";

  return {
    async ask(...args) {
      const child = spawn("wrangler", withConfig(args), { stdio: ["ignore", "pipe", "pipe"], env });
      let [said, complained] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ part) => {
        said += part;
      });
      child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ part) => {
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

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<boolean>} whether it has succeeded */
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status === 0));
  });

/** What matters of a complaint: the lines that say what is wrong, without colors and frames. @param {string} text */
export function wordsIn(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors of a terminal
  const lines = text.replace(/\u001b\[[0-9;]*m/g, "").split("\n");
  const errors = lines.map((line) => line.trim()).filter((line) => /error|✘|\[code: \d+\]|"text"|failed/i.test(line));
  return errors.slice(0, 3).join(" ").slice(0, 500);
}

/**
 * The JSON of an answer, which may follow a banner.
 *
 * @param {string} said @returns {unknown}
 */
export function readJson(said) {
  for (const begin of said.matchAll(/^[[{]/gm)) {
    try {
      return JSON.parse(said.slice(begin.index));
    } catch {
      // The banner has a line that begins like JSON.
    }
  }
  return undefined;
}

/** @param {string} file a JSON object on each line @returns {Deployed} */
function readOutput(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const found = lines.map((line) => JSON.parse(line)).find(({ type }) => type === "deploy");
  return { version: found?.version_id ?? "unknown", addresses: found?.targets ?? [] };
}
