import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { commands, parley } from "../../src/cli/commands.ts";
import { operatorCommands } from "../../src/cli/operator/command.ts";
import { readTexts } from "../support/read-texts.ts";
import { root } from "./support/launch.ts";

// Runs every command that the docs name, in a block or within a sentence, with --help appended: the program then parses
// all of its words, but does nothing.

const papers = readTexts(root, "docs/**/*.md", "README.md", "SECURITY.md", "deploy/*", "compose.yaml", "Dockerfile");

/** Blocks of commands, and code within sentences and tables. */
function codeOf(text: string): { readonly blocks: readonly string[]; readonly inline: readonly string[] } {
  const blocks = Array.from(text.matchAll(/^```(?:sh\b.*)?\n([\s\S]*?)^```/gm), ([, code = ""]) =>
    code.replaceAll(/\\\n\s*/g, " ").replaceAll(/ \d?>+ *[^\s;|)]+/g, ""),
  );
  const rest = text.replaceAll(/^```[\s\S]*?^```/gm, "");
  return { blocks, inline: Array.from(rest.matchAll(/`([^`]+)`/g), ([, code = ""]) => code.replaceAll(/\s+/g, " ")) };
}

const code = Object.entries(papers)
  .filter(([path]) => path.endsWith(".md"))
  .map(([path, text]) => ({ path, ...codeOf(text) }));

const WORD = String.raw`(?:"[^"]*"|[^\s"'|&;<>()#\`]+)`;

/** What can precede a called program: the start of a line, a separator, or a keyword of the shell. */
const BEFORE = String.raw`(?<=^[ "]*|[;&|(]\s*|\b(?:do|then|if|while)\s+|\buntil\s+|\b(?:exec|entrypoint node) [a-z]+ )`;

/** The words of each call of a program, without quotes. */
const callsOf = (text: string, program: string): string[][] =>
  Array.from(text.matchAll(new RegExp(`${BEFORE}(?:${program})((?: +${WORD})*)(?![\\w.-])`, "gm")), ([, words = ""]) =>
    Array.from(words.matchAll(new RegExp(WORD, "g")), ([word = ""]) => word.replaceAll('"', "")),
  );

const PARLEY = String.raw`parley|(?:node )?(?:\S+\/)?scripts\/parley\.mjs`;

/** Calls of parley, whichever way it is started. */
function parleyCalls(text: string): string[][] {
  const npm = callsOf(text, "npm").flatMap((given) => {
    const [name = "", ...args] = given[0] === "run" ? given.slice(1) : given;
    const isParley = name === "start" || /^node scripts\/parley\.mjs [\w-]+$/.test(scripts[name] ?? "");
    return isParley ? [[name, ...args.filter((word) => word !== "--")]] : [];
  });
  return [...callsOf(text, PARLEY), ...npm];
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Returns the program's error for a call, or undefined if it accepts the call. */
async function faultOf(words: readonly string[]): Promise<string | undefined> {
  const [out, wrong]: [string[], string[]] = [[], []];
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation((text) => out.push(String(text)) > 0),
    vi.spyOn(console, "log").mockImplementation((text) => void out.push(text)),
    vi.spyOn(console, "error").mockImplementation((text) => void wrong.push(text)),
    // The start command exits the process itself.
    vi.spyOn(process, "exit").mockImplementation(() => {
      throw new Error("ended");
    }),
  ];
  try {
    await parley([...words, "--help"], () => null);
  } catch (error) {
    wrong.push(String(error));
  }
  for (const spy of spies) spy.mockRestore();
  process.exitCode = undefined;
  return wrong.length === 0 && out.length > 0 ? undefined : wrong.join(" ");
}

/** The calls that the program refuses, each with its reason. */
async function refused(calls: readonly (readonly [path: string, words: readonly string[]])[], isPart = false) {
  const faults: string[] = [];
  for (const [path, words] of calls) {
    const fault = await faultOf(words);
    // Within a sentence the value of the last option can be missing.
    if (fault !== undefined && !(isPart && (await faultOf([...words, "X"])) === undefined))
      faults.push(`${path}: ${words.join(" ")}: ${fault}`);
  }
  return faults;
}

test("the program accepts all commands and options in the docs' code blocks", async () => {
  const calls = code.flatMap(({ path, blocks }) =>
    blocks.flatMap((block) => parleyCalls(block).map((words) => [path, words] as const)),
  );
  expect(calls.length).toBeGreaterThan(60);
  expect(await refused(calls)).toEqual([]);
});

test("the program accepts all commands and options named in sentences of the docs", async () => {
  const calls = code.flatMap(({ path, inline }) =>
    inline
      // Not the line for Postfix.
      .filter((one) => / ?(?:parley|npm|parley\.mjs) /.test(`${one} `) && !one.includes(" argv="))
      .flatMap((one) => parleyCalls(one).map((words) => [path, words] as const)),
  );
  expect(calls.length).toBeGreaterThan(30);
  expect(await refused(calls, true)).toEqual([]);
});

test("the table of the operator's commands names only existing ones", async () => {
  const [, table = ""] =
    /\| command \| what it does \|\n.*\n((?:\|.*\n)+)/.exec(papers["./docs/operating.md"] ?? "") ?? [];
  const calls = table.split("\n").flatMap((row) => {
    const [, cell = ""] = row.split(" | ")[0]?.split("| ") ?? [];
    let last = "";
    return Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = ""]) => {
      const [first = "", ...rest] = name.split(" ");
      const isOwn = operatorCommands.commands.some((one) => one.name === first);
      last = isOwn ? first : last;
      return ["docs/operating.md", ["operator", last, ...(isOwn ? rest : [first, ...rest])]] as const;
    });
  });
  expect(calls.length).toBeGreaterThan(15);
  expect(await refused(calls, true)).toEqual([]);
});

/** All commands, with the words that call them. */
const NAMES = [
  ...commands.commands.map(({ name }) => [name]),
  ...operatorCommands.commands.map(({ name }) => ["operator", name]),
  ["directory", "sync"],
];

test("an option that the docs name without a command belongs to some command", async () => {
  // Contributors' pages also name options of development tools.
  const options = new Set(
    code
      .filter(({ path }) => !path.includes("/internals/"))
      .flatMap(({ inline }) => inline.flatMap((one) => [...(/^(?:-- )?(--[a-z][\w-]*)/.exec(one) ?? [])].slice(1))),
  );
  const unknown: string[] = [];
  for (const option of options) {
    let isKnown = false;
    for (const name of NAMES) isKnown ||= !/unknown option/i.test((await faultOf([...name, `${option}=x`])) ?? "");
    if (!isKnown) unknown.push(option);
  }
  // An option of wrangler.
  expect(unknown).toEqual(["--bookmark"]);
});

test("the docs name only existing npm scripts and programs in scripts/", () => {
  const all = code.flatMap(({ blocks, inline }) => [...blocks, ...inline]);
  const names = all.flatMap((text) =>
    callsOf(text, "npm run").flatMap(([name = ""]) => (/^\w/.test(name) ? [name] : [])),
  );
  const files = all.flatMap((text) => callsOf(text, "node").map(([file = ""]) => file));
  expect(new Set(names).size).toBeGreaterThan(8);
  expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const inCheckout = files.filter((file) => /^scripts\/.*\.mjs$/.test(file));
  expect(inCheckout.length).toBeGreaterThan(5);
  expect(inCheckout.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("the docs name only existing compose.yaml services and deploy/ units", () => {
  const { services } = parse(papers["./compose.yaml"] ?? "");
  const all = code.flatMap(({ blocks, inline }) => [...blocks, ...inline]);
  const composed = all.flatMap((text) => callsOf(text, "docker compose"));
  const named = composed.flatMap(([verb = "", ...words]) => {
    const names = words.filter((word) => !word.startsWith("-"));
    if (verb === "logs" || verb === "stop") return names;
    // The rest is the command inside the container.
    return verb === "exec" || verb === "run" ? words.filter((word) => /^[a-z]+$/.test(word) && word !== "node") : [];
  });
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !["restore", "backup"].includes(name) && !Object.hasOwn(services, name))).toEqual([]);
  const units = all.flatMap((text) =>
    callsOf(text, "systemctl").flatMap(([, ...words]) => words.filter((word) => word.startsWith("parley"))),
  );
  expect(units.length).toBeGreaterThan(15);
  const fileOf = (unit: string) => join(root, "deploy", unit.includes(".") ? unit : `${unit}.service`);
  expect(units.filter((unit) => !existsSync(fileOf(unit)))).toEqual([]);
});

test("wrangler has the commands and options named in the docs", { tags: "nightly" }, async () => {
  const all = code.flatMap(({ blocks, inline }) => [...blocks, ...inline]);
  const calls = all.flatMap((text) => [
    ...callsOf(text, "npx wrangler"),
    ...(/^(?:d1|r2) /.test(text) ? [text.split(" ")] : []),
  ]);
  const ran = promisify(execFile);
  const helps = new Map<string, string>();
  const wrong: string[] = [];
  for (const words of calls) {
    const names = words.filter((word) => /^[a-z][a-z0-9-]*$/.test(word));
    const depth = { d1: names[1] === "time-travel" ? 3 : 2, r2: 3, secret: 2 }[names[0] ?? ""] ?? 1;
    const command = names.slice(0, depth);
    const help =
      helps.get(command.join(" ")) ??
      (await ran(join(root, "node_modules/.bin/wrangler"), [...command, "--help"], { cwd: root })).stdout;
    helps.set(command.join(" "), help);
    // For an unknown command, wrangler shows the help of its parent.
    if (!help.includes(`wrangler ${command.join(" ")}`)) wrong.push(command.join(" "));
    for (const option of words.flatMap((word) => /^--[a-z-]+/.exec(word) ?? []))
      if (!help.includes(option)) wrong.push(`${command.join(" ")} ${option}`);
  }
  expect(calls.length).toBeGreaterThan(8);
  expect(wrong).toEqual([]);
});
