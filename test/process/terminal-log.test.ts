import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeLine, logToTerminal } from "../../src/cli/server/terminal-log.ts";
import { portOf } from "./support/port-of.ts";
import { until } from "./support/processes.ts";
import { freshData, launch } from "./support/server.ts";

const TIME = new Date(2026, 10, 25, 18, 2, 48).toISOString();
const hasScript = /util-linux/.test(spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "");
const named = (style: string, text: string) => (style === "dim" ? text : `<${style}>${text}</>`);

test.each([
  [
    "a request",
    { level: "info", event: "request", method: "POST", route: "POST /messages", subdomain: "", status: 200, ms: 139 },
    "18:02:48 POST /messages 200 139 ms",
  ],
  [
    "a failed request of an organization with a subdomain",
    {
      level: "warn",
      event: "request",
      method: "GET",
      route: "GET /users",
      subdomain: "tea",
      user: 8,
      status: 503,
      ms: 2,
    },
    "18:02:48 GET /users <red>503</> 2 ms (organization tea)",
  ],
  [
    "a request for an unknown path",
    { level: "info", event: "request", method: "GET", route: "none", status: 404, ms: 1 },
    "18:02:48 GET (unknown path) <yellow>404</> 1 ms",
  ],
  [
    "a warning",
    {
      level: "warn",
      event: "mail_refused",
      subdomain: "tea",
      realm: 7,
      error: "no relay",
      cause: "550\n5.7.1\u001b[2J",
    },
    "18:02:48 <yellow>warning: </>mail refused: no relay: 550 5.7.1?[2J (organization tea)",
  ],
  [
    "an error within a request",
    {
      level: "error",
      event: "request_failed",
      request: "a",
      route: "POST /x",
      error: "broken",
      stack: "Error\n  at x",
    },
    "18:02:48 <red>error: </>request failed: broken (POST /x)",
  ],
  [
    "any other message",
    { level: "info", event: "role_changed", account: 8, from: null, to: 200, by: "operator" },
    "18:02:48 role changed (account 8, to 200, by operator)",
  ],
])("on a terminal, the log shows %s in one line", (_, line, shown) => {
  expect(describeLine({ time: TIME, ...line }, named)).toBe(shown);
});

test("an error is shown with its stack if stacks are enabled", () => {
  const line = { time: TIME, level: "error", event: "timer_failed", error: "broken", stack: "Error: broken\n    at x" };
  expect(describeLine(line, named, true)).toBe("18:02:48 <red>error: </>timer failed: broken\n    at x");
});

test("all output is buffered until a start is complete, and the start's own requests are omitted", () => {
  const printed: string[] = [];
  const { log, error } = console;
  onTestFinished(() => void Object.assign(console, { log, error }));
  console.log = (text) => void printed.push(text);
  console.error = console.log;
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => printed.push(String(text)) > 0);
  onTestFinished(() => out.mockRestore());

  const request = (id: string, route: string) =>
    JSON.stringify({
      time: TIME,
      level: "info",
      event: "request",
      request: id,
      method: "GET",
      route,
      status: 200,
      ms: 1,
    });
  const terminal = logToTerminal({ withStacks: false });
  console.log(`${request("own", "GET /health")}\n${request("other", "GET /users")}`);
  console.error("parley: a word of advice");
  terminal.skip("own");
  expect(printed).toEqual([]);
  terminal.release("Welcome");
  expect(printed).toEqual(["Welcome\n", "18:02:48 GET /users 200 1 ms", "parley: a word of advice"]);
  console.error("parley: the disk fills");
  expect(stripVTControlCharacters(printed.at(-1) ?? "")).toMatch(/^\d\d:\d\d:\d\d the disk fills$/);
});

test.skipIf(!hasScript)("on a terminal, the welcome comes first, followed by short lines", async () => {
  const data = freshData();
  // Others can read it, which the start warns about.
  writeFileSync(join(data, "parley.toml"), 'mail_in_secret = "very secret"\n');
  chmodSync(join(data, "parley.toml"), 0o644);
  const server = await launch({ data, terminal: true, args: ["--test-hooks"] }).running();
  const shown = () => stripVTControlCharacters(server.output).replaceAll("\r", "");
  await server.get("/users/me");
  await until("the request is shown", () => /^\d\d:\d\d:\d\d GET \/users\/me 200 \d+ ms$/m.test(shown()));
  expect(shown()).toMatch(/^Parley /);
  expect(shown()).toMatch(/^Press Ctrl-C to stop\.\nparley: other users of this machine can read /m);
  expect(shown()).not.toMatch(/"event"|POST \/organizations|GET \/health|GET \/server_settings/);
});

/** The output of a start that fails. */
async function failedStart(...args: string[]) {
  const port = await portOf(createServer());
  const terminal = hasScript;
  const { output } = await launch({ terminal, args: [...args, "--port", String(port)] }).ended;
  return output.replaceAll("\r", "").replaceAll(String(port), "PORT");
}

test("a failed start prints its buffered output", async () => {
  expect(await failedStart("--log", "text")).toMatch(/^parley: port PORT on 127\.0\.0\.1 is in use[^\n]*\n$/);
});

test("--log json also applies to a terminal", { tags: "nightly" }, async () => {
  const line = JSON.parse(await failedStart("--log", "json"));
  expect(line).toMatchObject({ level: "warn", message: expect.stringContaining("is in use") });
});
