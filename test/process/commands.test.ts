import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { directoryCommands } from "../../src/cli/ldap-sync/command.ts";
import { operatorCommands } from "../../src/cli/operator/command.ts";
import { organizationsCommands } from "../../src/cli/operator/organizations.ts";
import { peopleCommands } from "../../src/cli/operator/people.ts";
import { auditCommands } from "../../src/cli/verify-audit-log/command.ts";
import { runHere } from "./support/run-here.ts";
import { root } from "./support/server.ts";

/** Runs a project script, and separates its stdout from its stderr. */
function ran(script: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, "scripts", script), ...args], { cwd: root });
  const said = { out: "", wrong: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (said.out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (said.wrong += text));
  return new Promise<{ status: number | null; out: string; wrong: string }>((resolve) =>
    child.on("close", (status) => resolve({ status, ...said })),
  );
}
/** `parley start` calls process.exit(), so it needs a separate process. */
const parley = (...args: readonly string[]) => (args.includes("start") ? ran("parley.mjs", ...args) : runHere(...args));
const linesOf = (text: string) => text.trimEnd().split("\n");
const widest = (text: string) => Math.max(...linesOf(text).map((line) => line.length));

const tables = [commands, auditCommands, directoryCommands, operatorCommands, organizationsCommands, peopleCommands];
/** The words that call each command. The operator's have two or three. */
const names = tables.flatMap((table) =>
  table.commands.map(({ name }) => [...table.name.split(" ").slice(1), name].join(" ")),
);

test("the lists of commands fit a screen of 24 lines and 80 columns, and include every command", async () => {
  for (const table of tables) {
    const words = table.name.split(" ").slice(1);
    const { status, out } = await parley(...words, "--help");
    expect([status, linesOf(out).length <= 24, widest(out) <= 80], out).toEqual([0, true, true]);
    for (const { name } of table.commands) expect(out).toContain(`\n  ${name} `);
    // Without a command, the same text is printed as an error.
    expect(await parley(...words)).toMatchObject({ status: 2, out: "", wrong: out });
    expect(await parley(...words, "help")).toMatchObject({ status: 0, out, wrong: "" });
  }
});

test.each(names)(
  "parley %s --help explains the command with an example, and an unknown option is rejected",
  async (name) => {
    const help = await parley(...name.split(" "), "--help");
    const longHelp = await parley(...name.split(" ").slice(0, -1), "help", name.split(" ").at(-1) ?? "");
    const wrong = await parley(...name.split(" "), "--colour");
    const isTable = tables.some((table) => table.name === `parley ${name}`);
    expect(help).toMatchObject({ status: 0, wrong: "" });
    expect(longHelp).toEqual(help);
    expect(help.out).toMatch(new RegExp(`^Usage: parley ${name} `));
    if (!isTable) expect(help.out).toMatch(new RegExp(`\\n(Example: |Examples:\\n  )parley ${name} `));
    expect(widest(help.out), help.out).toBeLessThanOrEqual(100);
    expect([wrong.status, wrong.out]).toEqual([2, ""]);
    expect(wrong.wrong).toMatch(
      new RegExp(`^[\\w -]+: unknown option ['"]--colour['"][^\\n]*; see parley ${name} --help\\n$`),
    );
  },
);

test("a misspelled command or option gets a suggestion in one line", async () => {
  expect(await parley("bakcup")).toMatchObject({
    ...{ status: 2, out: "" },
    wrong: 'parley: unknown command "bakcup" (did you mean backup?); see parley --help\n',
  });
  expect((await parley("dance")).wrong).toBe('parley: unknown command "dance"; see parley --help\n');
  expect((await parley("operator", "pasword")).wrong).toContain("(did you mean password?); see parley operator --help");
  expect((await parley("backup", "--dta", "x")).wrong).toBe(
    "backup: unknown option '--dta' (did you mean --data?); see parley backup --help\n",
  );
});

test("an argument that isn't a valid address is reported in one line", async () => {
  expect(await parley("healthy", "--port", "http")).toMatchObject({
    status: 2,
    wrong: 'healthy: "http://127.0.0.1:http" is not an address\n',
  });
  const site = ["--site", "chat.example.org", "--email", "iris@example.org", "--password", "sesame"];
  expect(await parley("account-check", ...site)).toMatchObject({
    status: 2,
    wrong: 'account-check: "chat.example.org" is not an address\n',
  });
});

test("systemd units that use the former script names still work", async () => {
  const [start, reload] = await Promise.all([ran("start.mjs", "--help"), ran("reload.mjs", "--data", "/nowhere")]);
  expect([start.status, start.out]).toEqual([0, expect.stringContaining("Usage: parley start")]);
  expect([reload.status, reload.wrong]).toEqual([1, "reload: no server runs with /nowhere\n"]);
});
