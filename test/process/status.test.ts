import { createServer, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { expect, test } from "vitest";
import { siteOf } from "../../src/cli/server/options.ts";
import { AUTHORITY, FITTING } from "./support/mail-server.ts";
import { portOf } from "./support/port-of.ts";
import { run, Script } from "./support/script.ts";

/** A fake server that responds by path. */
async function standIn(answers: Record<string, (response: ServerResponse) => void>): Promise<string> {
  const server = createServer(({ url = "" }, response) => (answers[url] ?? (() => response.end("{}")))(response));
  return `http://127.0.0.1:${await portOf(server)}`;
}

const json =
  (status: number, body: object, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(JSON.stringify(body));

const about = ["--setup-token", "token"];
const week = 8 * 86_400;

test.each([
  [
    "refuses to list its organizations",
    json(503, { result: "error", msg: "the database is full" }, { "retry-after": "60" }),
    "is full",
  ],
  ["does not list its organizations in time", () => {}, "cannot be listed"],
])("a failing server that %s is reported at once", async (_, list, words) => {
  const now = Math.floor(Date.now() / 1000);
  const machine = { parley_disk_left_bytes: 0, parley_disk_bytes: 1e9, parley_data_since_seconds: now - week };
  const organizations = [{ subdomain: "tea", host: "tea.localhost", at: now, version: "1", numbers: {} }];
  const site = await standIn({
    "/health": json(503, { status: "failing", reason: "its database takes no writes", machine, organizations }),
    "/api/v1/organizations/list": list,
  });
  const { status, output } = await run("operator", "status", "--site", site, ...about);
  expect(status).toBe(1);
  for (const line of ["it is failing: its database takes no writes", "0.0 kB are left", words, "no backup was ever"])
    expect(output).toContain(line);
  expect(output).toMatch(/^Last backup +none yet: see "Backups" in docs\/start\.md$/m);
  expect(output).toMatch(/^tea /m);
});

test.each([
  ["doesn't answer in time", () => {}, /The operation was aborted/],
  ["closes the connection", (response: ServerResponse) => response.destroy(), /socket hang up/],
  [
    "breaks off its answer",
    (response: ServerResponse) => response.writeHead(200, { "content-length": 9 }).end("{"),
    /./,
  ],
  ["isn't Parley", (response: ServerResponse) => response.end("{not JSON"), /JSON/],
] as const)("a server that %s is reported in one line", async (_, health, why) => {
  const site = await standIn({ "/health": health });
  const { status, output } = await run("operator", "status", "--site", site, ...about);
  expect([status, output]).toEqual([1, expect.stringMatching(/^operator status: .* does not answer \(.*\)\n$/)]);
  expect(output).toMatch(why);
});

test("parley operator status reports users of untested newer clients, over all organizations", async () => {
  const organization = (subdomain: string, numbers: object) => ({ subdomain, host: "x", at: 0, version: "1", numbers });
  const clients = (client: string, version: string) => `parley_clients{client="${client}",version="${version}"}`;
  const organizations = [
    organization("tea", { [clients("ZulipFlutter", "tested")]: 3, [clients("ZulipFlutter", "newer")]: 2 }),
    organization("ale", { [clients("ZulipFlutter", "newer")]: 1, [clients("ZulipTerminal", "older")]: 1 }),
  ];
  const site = await standIn({ "/health": json(200, { status: "ok", machine: {}, organizations }) });
  const { output } = await run("operator", "status", "--site", site, ...about);
  expect(output).toMatch(/^Clients +ZulipFlutter 6 \(3 with a version newer than was tested\), ZulipTerminal 1$/m);
});

test("parley operator status shows a newer version next to the server's own", async () => {
  const newer = { version: "1.2.0", security: true, url: "https://example.org/\u001b[2J" };
  const health = { status: "ok", version: "1.1.0", newer, machine: {}, organizations: [] };
  const site = await standIn({ "/health": json(200, health) });
  const { output } = await run("operator", "status", "--site", site, ...about);
  expect(output).toMatch(
    /^Version +1\.1\.0; 1\.2\.0 is available, and fixes a security problem: https:\/\/example\.org\/\?\[2J$/m,
  );
});

test("an unknown account is reported together with the organization searched", async () => {
  const refusal = json(400, { result: "error", msg: "No such user", code: "BAD_REQUEST" });
  const site = await standIn({ "/api/v1/organizations/password_link": refusal });
  const ask = (...more: string[]) => run("operator", "password", "x@y", "--site", site, ...about, ...more);
  expect((await ask()).output).toContain("no account with x@y in the organization without a subdomain");
  expect((await ask("--organization", "tea")).output).toContain('no account with x@y in "tea"');
});

test("a proxy from the environment isn't used for the local machine", async () => {
  const site = await standIn({ "/health": json(200, { status: "ok", machine: {}, organizations: [] }) });
  const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://127.0.0.1:9", NO_PROXY: "", no_proxy: "" };
  const { output } = await new Script("operator", ["status", "--site", site, ...about], env).ended;
  expect(output).toMatch(/^Server +ok/m);
});

test("requests to a server with a certificate for its IP address use that address", async () => {
  const server = createSecureServer({ ...FITTING }, (_, response) =>
    json(200, { status: "ok", machine: {}, organizations: [] })(response),
  );
  const site = `https://127.0.0.1:${await portOf(server)}`;
  const env = { NODE_EXTRA_CA_CERTS: AUTHORITY };
  const { output } = await new Script("operator", ["status", "--site", site, ...about], env).ended;
  expect(output).toMatch(/^Server +ok/m);
});

test("the URL of a server on IPv6 loopback uses that address", () => {
  const of = (host: string) => siteOf({ host, rootDomain: "localhost", site: undefined }, 80);
  expect(["::1", "127.0.0.1", "::", "0.0.0.0", "fd00::7"].map(of)).toEqual([
    "http://[::1]:80",
    ...Array(3).fill("http://localhost:80"),
    "http://[fd00::7]:80",
  ]);
});
