import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Unstable_Config, unstable_readConfig } from "wrangler";
import { BINDINGS } from "../../src/cli/deploy/check-settings.ts";
import { layOver, writeConfiguration } from "../../src/cli/deploy/configuration.ts";
import { deploy } from "../../src/cli/deploy/deploy.ts";
import { readJson, wordsIn } from "../../src/cli/deploy/wrangler.ts";
import { readSettingsFile } from "../../src/cli/settings/settings-file.ts";
import { root } from "./support/launch.ts";

const MIGRATIONS = readdirSync(join(root, "migrations")).sort();
const own = unstable_readConfig({ config: join(root, "wrangler.toml") });

/** Responses of an account by the first words of the command, or, for D1, by part of the SQL. */
type Answers = Record<string, unknown>;
const rows = (...results: object[]) => [{ results, success: true }];

/** An account with a running server and an organization. */
const settled: Answers = {
  whoami: { loggedIn: true },
  "secret list": [{ name: "SETUP_TOKEN", type: "secret_text" }],
  "d1 info": { name: "parley", running_in_region: "WEUR" },
  sqlite_master: rows({ name: "d1_migrations" }),
  "ORDER BY id": rows(...MIGRATIONS.map((name) => ({ name }))),
  organizations: rows({ organizations: 1 }),
  "r2 bucket info": { name: "parley-uploads" },
  "deployments status": { versions: [{ version_id: "v-before", percentage: 100 }] },
  "versions view": {
    resources: { bindings: [{ type: "plain_text", name: "ROOT_DOMAIN", text: "chat.example.org" }] },
  },
};
/** An account without any resources yet. */
const empty: Answers = { whoami: { loggedIn: true } };

const named = { ROOT_DOMAIN: "chat.example.org" };
const routes = [
  { pattern: "chat.example.org", custom_domain: true },
  { pattern: "*.chat.example.org/*", zone_name: "chat.example.org" },
];

interface Case {
  readonly vars?: Record<string, string>;
  readonly settings?: Partial<Unstable_Config>;
  readonly account?: Answers;
  readonly isCheck?: boolean;
  readonly health?: number;
  /** The error output of wrangler. */
  words?: string;
}

/** Deploys with a stand-in for wrangler, which records its arguments. */
async function tryOut({ vars = named, settings = { routes }, account = settled, words = "", ...rest }: Case) {
  const { isCheck = false, health = 200 } = rest;
  const said: string[] = [];
  const done: string[] = [];
  const status = await deploy(
    { ...own, ...settings, vars: { ...own.vars, ...vars } } as Unstable_Config,
    {
      wrangler: {
        async ask(...args) {
          const command = args.join(" ");
          const known = Object.keys(account).find((key) => command.startsWith(key) || command.includes(key));
          return known === undefined ? undefined : account[known];
        },
        said: () => words,
        async run(...args) {
          done.push(args.join(" "));
          return true;
        },
        async deploy() {
          done.push("deploy");
          return { version: "v-new", addresses: ["chat.example.org (custom domain)", "https://parley.me.workers.dev"] };
        },
      },
      print: (line) => void said.push(line),
      fetch: async (url) => new Response(`health of ${url}`, { status: health }),
      patienceMs: 0,
    },
    { isCheck },
  );
  return { status, done, said: said.join("\n") };
}

describe("npm run deploy", () => {
  test("uploads if nothing is missing, reports what it did, and explains how to roll back", async () => {
    const { status, done, said } = await tryOut({});
    expect([status, done]).toEqual([0, ["deploy"]]);
    expect(said).toContain("ok       the database parley (DB), in WEUR");
    expect(said).toContain("ok       organizations are at chat.example.org");
    expect(said).toContain(
      "Version v-new is deployed, at chat.example.org (custom domain), https://parley.me.workers.dev.",
    );
    expect(said).toContain("npx wrangler rollback v-before");
    expect(said).toContain("It answers: 200 health of https://chat.example.org/health");
    expect(said).not.toContain("missing");
  });

  test("applies missing migrations to each database before it uploads", async () => {
    const account = { ...settled, "ORDER BY id": rows({ name: MIGRATIONS[0] }) };
    const { done, said } = await tryOut({ account });
    expect(done).toEqual(["d1 migrations apply DB --remote", "deploy"]);
    expect(said).toContain(`the database parley gets ${MIGRATIONS.slice(1).join(", ")}`);
    const fresh = await tryOut({ account: { ...settled, sqlite_master: rows() } });
    expect(fresh.done).toEqual(["d1 migrations apply DB --remote", "deploy"]);
  });

  test("lists the resources to create in an empty account, and uploads nothing", async () => {
    const { status, done, said } = await tryOut({ account: empty, vars: { ...named, REGION: "apac" } });
    expect([status, done]).toEqual([1, []]);
    expect(said).toContain("npx wrangler d1 create parley --location apac");
    expect(said).toContain("npx wrangler r2 bucket create parley-uploads");
    expect(said).toContain("npx wrangler secret put SETUP_TOKEN");
    expect(said).toContain("Nothing was uploaded: 2 things are missing.");
    const within = await tryOut({ account: empty, vars: { ...named, JURISDICTION: "eu" } });
    expect(within.said).toContain("npx wrangler d1 create parley --jurisdiction eu");
  });

  test("treats a resource as missing only if Cloudflare says so, and shows other errors", async () => {
    const account = { ...settled, "r2 bucket info": undefined };
    const refused = await tryOut({ account, words: "Authentication error [code: 10000]" });
    expect(refused.status).toBe(1);
    expect(refused.said).toContain("could not be asked for (wrangler: Authentication error [code: 10000])");
    expect(refused.said).not.toContain("bucket create");
    expect((await tryOut({ account, words: "bucket not found [code: 10006]" })).said).toContain("bucket create");
    expect(wordsIn("\u001b[31m✘ [ERROR] A request failed.\u001b[0m\n\n  Authentication error [code: 10000]\n---")).toBe(
      "✘ [ERROR] A request failed. Authentication error [code: 10000]",
    );
  });

  test("checks first that someone is logged in to Cloudflare", async () => {
    const { status, said } = await tryOut({ account: {} });
    expect(status).toBe(1);
    expect(said).toContain("npx wrangler login");
    expect(said).not.toContain("d1 create");
  });

  test("shows the domain to set and how to create organizations, after the first upload", async () => {
    const account = { ...settled, "secret list": undefined, "deployments status": undefined };
    const { status, said } = await tryOut({ account, vars: { ROOT_DOMAIN: "localhost" }, settings: {} });
    expect(status).toBe(0);
    expect(said).toContain('root_domain = "parley.me.workers.dev"');
    expect(said).toContain("health of https://parley.me.workers.dev/health");
    expect(said).toContain("npx wrangler secret put SETUP_TOKEN");
    expect(said).not.toContain("rollback");
  });

  test("uploads nothing with --check", async () => {
    const { status, done } = await tryOut({ isCheck: true });
    expect([status, done]).toEqual([0, []]);
  });

  test("fails if the new version doesn't respond", async () => {
    const { status, said } = await tryOut({ health: 503 });
    expect(status).toBe(1);
    expect(said).toContain("does not answer as it should at https://chat.example.org/health: 503");
  });

  test.each<[string, Case, string]>([
    ["a route without a name", { vars: { ROOT_DOMAIN: "localhost" } }, 'root_domain = "chat.example.org"'],
    [
      "an address instead of a name",
      { vars: { ROOT_DOMAIN: "https://chat.example.org" } },
      'ROOT_DOMAIN cannot be "https://chat.example.org"',
    ],
    ["a name that nothing routes to", { settings: {} }, "nothing leads from chat.example.org"],
    [
      "the name of another Worker",
      { vars: { ROOT_DOMAIN: "other.me.workers.dev" } },
      "nothing leads from other.me.workers.dev",
    ],
    [
      "another site",
      { vars: { ...named, SITE_URL: "https://chat.example.com" } },
      "SITE_URL does not lead to chat.example.org",
    ],
    ["an unknown region", { vars: { ...named, REGION: "europe" } }, 'me, not "europe"'],
    [
      "an unknown jurisdiction",
      { vars: { ...named, JURISDICTION: "mars" } },
      'JURISDICTION takes one of eu, us, fedramp, fedramp-high, not "mars"',
    ],
    ["test hooks", { vars: { ...named, TEST_HOOKS: "1" } }, "TEST_HOOKS is for development alone"],
    ["open creation", { vars: { ...named, OPEN_CREATION: "1" } }, "OPEN_CREATION is for development alone"],
    ["a world-readable secret", { vars: { ...named, SETUP_TOKEN: "abc" } }, "SETUP_TOKEN is a secret"],
    [
      "a mail service without its token",
      { vars: { ...named, MAIL_URL: "https://mail.example" } },
      "npx wrangler secret put MAIL_TOKEN",
    ],
    [
      "a world-readable password of a mail server",
      { vars: { ...named, MAIL_URL: "smtps://me:secret@mail.example" } },
      "npx wrangler secret put MAIL_URL",
    ],
    [
      "a mail server at a port that Cloudflare blocks",
      { vars: { ...named, MAIL_URL: "smtp://mail.example:25" } },
      "Cloudflare connects to no port 25",
    ],
    [
      "email from an address that cannot send",
      { vars: { ROOT_DOMAIN: "parley.me.workers.dev" }, settings: { send_email: [{ name: "EMAIL" }] } },
      "mail can't be sent from noreply@parley.me.workers.dev",
    ],
    ["no database", { settings: { routes, d1_databases: [] } }, "the binding DB is not in wrangler.toml"],
    ["no client", { settings: { routes, assets: undefined } }, "the web client is not uploaded"],
    ["no objects", { settings: { routes, durable_objects: { bindings: [] } } }, "the binding REALM is not"],
    ["objects without their tables", { settings: { routes, migrations: [] } }, 'new_sqlite_classes = ["Realm"]'],
    ["no id of the deployment", { settings: { routes, version_metadata: undefined } }, "the binding VERSION is not"],
    [
      "a database of a newer version",
      { account: { ...settled, "ORDER BY id": rows(...[...MIGRATIONS, "9999_more.sql"].map((name) => ({ name }))) } },
      "9999_more.sql",
    ],
    ["a database that does not answer", { account: { ...settled, sqlite_master: undefined } }, "does not answer"],
    [
      "another jurisdiction than before",
      { vars: { ...named, JURISDICTION: "eu" } },
      "1 organizations would not be found",
    ],
  ])("rejects %s", async (_, one, expected) => {
    const { status, done, said } = await tryOut(one);
    expect(said).toContain(expected);
    expect(said).toMatch(/Nothing was uploaded: (one thing is|\d things are) missing\./);
    expect([status, done]).toEqual([1, []]);
  });

  test.each<[string, Case, string]>([
    [
      "a name at workers.dev has one organization",
      { vars: { ROOT_DOMAIN: "parley.me.workers.dev" } },
      "one organization can be reached",
    ],
    [
      "certificates end one level below the zone",
      {
        settings: {
          routes: [routes[0], { pattern: "*.chat.example.org/*", zone_name: "example.org" }] as typeof routes,
        },
      },
      "certificates do not cover *.chat.example.org",
    ],
    ["a database far from the objects", { vars: { ...named, REGION: "oc" } }, "the database parley is in WEUR"],
    ["no email", {}, "people are invited by links"],
    ["uploads that fail", { vars: { ...named, MAX_UPLOAD_MIB: "100" } }, "max_upload_mib = 95"],
    [
      "another name than before",
      { vars: { ROOT_DOMAIN: "parley.me.workers.dev" } },
      "ROOT_DOMAIN was chat.example.org",
    ],
    [
      "another jurisdiction while there is no organization",
      { vars: { ...named, JURISDICTION: "eu" }, account: { ...settled, organizations: rows({ organizations: 0 }) } },
      "files are stored outside of the jurisdiction",
    ],
  ])("uploads, and prints a note: %s", async (_, one, expected) => {
    const { status, done, said } = await tryOut(one);
    expect(said).toContain(expected);
    expect([status, done]).toEqual([0, ["deploy"]]);
  });
});

test("the checked bindings are the ones that the Worker requires", () => {
  const env = readFileSync(join(root, "src/config/env.ts"), "utf8");
  const needed = [...env.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);
  expect(needed).toContain("REALM");
  expect(Object.keys(BINDINGS)).toEqual(expect.arrayContaining(needed));
});

test("readJson skips the banner in wrangler's output", () => {
  expect(readJson('{ a banner\n{\n  "a": [1]\n}\n')).toEqual({ a: [1] });
  expect(readJson("nothing")).toBeUndefined();
});

test("the deploy command runs wrangler with its configuration, and exits with the result", { tags: "nightly" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const asked = join(folder, "asked");
  const standIn = join(folder, "wrangler");
  writeFileSync(
    standIn,
    `#!/bin/sh\necho "$@" >> ${asked}\necho banner\n[ "$1" = whoami ] && echo '{"loggedIn": true}'\n`,
  );
  chmodSync(standIn, 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
  const config = join(folder, "wrangler.toml");
  cpSync(join(root, "wrangler.toml"), config);
  const args = [join(root, "scripts/parley.mjs"), "deploy", "--config", config];
  const run = () => spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
  const { status, stdout } = run();
  expect(stdout).toContain("there is no database parley (DB)");
  expect(status).toBe(1);
  const lines = readFileSync(asked, "utf8").trim().split("\n");
  expect(lines[0]).toBe(`whoami --json --config ${config}`);
  expect(lines.filter((line) => /^deploy |migrations apply/.test(line))).toEqual([]);

  const settings = join(folder, "parley.toml");
  writeFileSync(settings, 'root_domain = "a b"\nhot_widow = 1\n');
  const wrong = run();
  expect([wrong.status, wrong.stdout]).toEqual([2, ""]);
  expect(wrong.stderr).toContain(`deploy: ${settings}:2: hot_widow isn't a setting: is it hot_window?`);
  expect(wrong.stderr).toContain(`deploy: ${settings}:1: root_domain cannot be "a b"`);
  writeFileSync(
    settings,
    'mail_in_secret = "hush"\n[wrangler]\nd1_databases = [{ binding = "DB", database_name = "harbour" }]\n',
  );
  const laidOver = run();
  expect(laidOver.stdout).toContain("there is no database harbour (DB)");
  expect(laidOver.stdout).toContain("npx wrangler secret put MAIL_IN_SECRET");
  const generated = join(folder, ".wrangler/deploy/parley.json");
  expect(readFileSync(asked, "utf8")).toContain(`whoami --json --config ${generated}\n`);
  expect(readFileSync(generated, "utf8")).not.toContain("hush");
});

test("the deploy command reports configuration errors without a stack trace", () => {
  const args = [join(root, "scripts/parley.mjs"), "deploy", "--config", join(tmpdir(), "nowhere.toml")];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^deploy: .*nowhere\.toml/s);
  expect(stderr).not.toContain("    at ");
});

describe("parley.toml merged over wrangler.toml", () => {
  /** Creates a folder with a configuration, settings, and a minimal Worker. */
  function folderWith(settings: string, vars = 'ROOT_DOMAIN = "localhost"\nHOT_WINDOW = "5000"') {
    const folder = mkdtempSync(join(tmpdir(), "parley-deploy-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src/worker.js"), "export default { fetch: () => new Response() };");
    const base = `name = "parley"\nmain = "src/worker.js"\ncompatibility_date = "2026-09-01"\n
      [build]\ncommand = "touch built"\n
      [[d1_databases]]\nbinding = "DB"\ndatabase_name = "parley"\nmigrations_dir = "migrations"\n
      [[r2_buckets]]\nbinding = "UPLOADS"\nbucket_name = "parley-uploads"\n
      [vars]\n${vars}\n`;
    writeFileSync(join(folder, "wrangler.toml"), base);
    const file = join(folder, "parley.toml");
    writeFileSync(file, settings);
    return { folder, wrangler: join(folder, "wrangler.toml"), file };
  }

  test("sets names, routes, databases and variables, but no secrets or local-only settings", () => {
    const text = `
      root_domain = "chat.example.org"
      port = 80
      max_upload_mib = 50
      mail_token = "hush"
      mail_url = "smtps://me:hush@mail.example.org"
      login_providers = []
      [wrangler]
      name = "harbour"
      routes = [{ pattern = "chat.example.org", custom_domain = true }]
      d1_databases = [{ binding = "DB", database_name = "harbour" }, { binding = "DB2", database_name = "harbour-2" }]
      r2_buckets = [{ binding = "UPLOADS", jurisdiction = "eu" }]`;
    const { folder, wrangler, file } = folderWith(text);
    const config = writeConfiguration(wrangler, readSettingsFile(file));
    expect(readFileSync(config, "utf8")).not.toContain("hush");
    const read = unstable_readConfig({ config });
    expect(read).toMatchObject({
      name: "harbour",
      main: join(folder, "src/worker.js"),
      vars: { ROOT_DOMAIN: "chat.example.org", HOT_WINDOW: "5000", MAX_UPLOAD_MIB: "50" },
      routes: [{ pattern: "chat.example.org", custom_domain: true }],
      d1_databases: [
        { binding: "DB", database_name: "harbour", migrations_dir: "../../migrations" },
        { binding: "DB2", database_name: "harbour-2", migrations_dir: "../../migrations" },
      ],
      r2_buckets: [{ binding: "UPLOADS", bucket_name: "parley-uploads", jurisdiction: "eu" }],
    });
    expect(Object.keys(read.vars)).toEqual(["ROOT_DOMAIN", "HOT_WINDOW", "MAX_UPLOAD_MIB"]);
  });

  test("keeps custom entries of wrangler.toml, and leaves it unchanged without parley.toml", () => {
    const { folder, wrangler, file } = folderWith("hot_window = 7", 'ROOT_DOMAIN = "old.example.org"');
    const { vars } = unstable_readConfig({ config: writeConfiguration(wrangler, readSettingsFile(file)) });
    expect(vars).toEqual({ ROOT_DOMAIN: "old.example.org", HOT_WINDOW: "7" });
    const redirect = join(folder, ".wrangler/deploy/config.json");
    expect(existsSync(redirect)).toBe(true);
    expect(writeConfiguration(wrangler, undefined)).toBe(wrangler);
    expect(existsSync(redirect)).toBe(false);
  });

  test("makes paths of wrangler.toml relative to the output folder", () => {
    const base = {
      main: "src/worker.ts",
      assets: { directory: "./dist/web" },
      build: { command: "x" },
      d1_databases: [{ binding: "DB" }],
    };
    const result = layOver(
      base,
      { given: new Map(), wrangler: {} },
      { root: "/srv/parley", folder: "/srv/parley/.wrangler/deploy" },
    );
    expect(result).toEqual({
      main: "../../src/worker.ts",
      assets: { directory: "../../dist/web" },
      build: { command: "x", cwd: "/srv/parley" },
      d1_databases: [{ binding: "DB", migrations_dir: "../../migrations" }],
      vars: {},
    });
  });

  test("is accepted by wrangler's own commands", { tags: "nightly" }, () => {
    const { folder, wrangler, file } = folderWith('root_domain = "chat.example.org"\n[wrangler]\nname = "harbour"\n');
    writeConfiguration(wrangler, readSettingsFile(file));
    const env = { ...process.env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", CI: "1" };
    const args = [join(root, "node_modules/wrangler/bin/wrangler.js"), "deploy", "--dry-run"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Using redirected Wrangler configuration");
    expect(stdout).toContain('env.ROOT_DOMAIN ("chat.example.org")');
    expect(existsSync(join(folder, "built"))).toBe(true);
  });
});
