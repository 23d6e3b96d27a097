import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { readZuliprc } from "../../src/cli/data-directory/zuliprc.ts";
import { freePort } from "../../src/cli/os/port.ts";
import { readOptions } from "../../src/cli/server/options.ts";
import { REPLACED } from "../../src/cli/workerd/load-miniflare.ts";
import { portOf } from "./support/port-of.ts";
import { until } from "./support/processes.ts";
import { freshData, launch, root, shared, start, stoppedData } from "./support/server.ts";

const founded = shared({ args: ["--owner-email", "iris@example.com", "--org-name", "Harbour"] });

test("the first start creates an organization, explains how to connect, and prints the owner's password", async () => {
  const server = await founded();
  expect(server.output).toContain(`running at ${server.url}`);
  expect(server.output).toContain(join(server.data, "zuliprc"));
  expect(server.output).toMatch(
    / is running at \S+\n\n {2}[^\n]* in a browser\.\n {2}Log in as iris@example\.com with /,
  );
  expect(server.password).toMatch(/^\S{16,}$/);
  expect(await (await fetch(`${server.url}/api/v1/server_settings`)).json()).toMatchObject({ realm_name: "Harbour" });
});

test("a running server keeps neither its program nor Node's fetch, HTTP/2 or TLS in memory", async () => {
  const data = freshData();
  const noted = `${data}.memory`;
  const preload = `import { writeFileSync } from "node:fs"; if (process.argv.includes("start")) process.on("exit", () => {
    gc(); const { external } = process.memoryUsage(); writeFileSync(${JSON.stringify(noted)}, JSON.stringify({ external, modules: process.moduleLoadList })); });`;
  const NODE_OPTIONS = `--import=data:text/javascript;base64,${btoa(preload)}`;
  const server = await start({ data, env: { NODE_OPTIONS }, lean: true });
  expect(await server.healthy()).toBe(true);
  await server.stop();
  const { external, modules } = JSON.parse(readFileSync(noted, "utf8"));
  expect(modules).toContain("NativeModule http");
  expect(modules.filter((name: string) => /undici|http2|tls/.test(name))).toEqual([]);
  // The first start of changed sources also keeps what strips their types.
  const stripper = modules.includes("NativeModule internal/deps/amaro/dist/index") ? 3_810_000 : 0;
  expect(external - stripper).toBeLessThan(6_000_000);
});

test("zuliprc is readable only by its owner, and its key is valid", async () => {
  const server = await founded();
  expect(statSync(join(server.data, "zuliprc")).mode & 0o777).toBe(0o600);
  expect(server.credentials).toEqual({
    email: expect.stringContaining("@"),
    key: expect.stringMatching(/^\w{20,}$/),
    site: server.url,
  });
  expect(await server.get("/users/me")).toMatchObject({ result: "success" });
});

test("an interrupted creation is completed by the next start", async () => {
  const { data, password } = await stoppedData();
  rmSync(join(data, "zuliprc"));
  const owner = { name: "Parley", fullName: "Owner", email: "owner@example.com", password };
  writeFileSync(join(data, "owner.new"), JSON.stringify(owner), { mode: 0o600 });
  const second = await start({ data });
  expect(second.password).toBe(password);
  // Deleted once its password was printed.
  await until("the draft is gone", () => !readdirSync(data).includes("owner.new"));
  expect(await second.get("/users/me")).toMatchObject({ result: "success" });
});

test("an organization without a zuliprc is served, with a line on how to log in", async () => {
  const { data } = await stoppedData();
  rmSync(join(data, "zuliprc"));
  const second = await start({ data });
  expect(second.output).toMatch(/Note: no .*zuliprc.*fetch_api_key/);
  expect(await second.healthy()).toBe(true);
});

test("--help lists the options and starts nothing", async () => {
  const ended = await launch({ args: ["--help"] }).ended;
  expect(ended.status).toBe(0);
  for (const flag of ["--port", "--host", "--data", "--dev-login", "--test-hooks", "--root-domain", "--hold"]) {
    expect(ended.output).toContain(flag);
  }
});

test.for([
  [["--colour"], "--colour"],
  [["--port", "seven"], "--port"],
  [["--rate-limits", "maybe"], "--rate-limits"],
  [["stray"], "stray"],
] as const)("parley start rejects %j", ([args, named]) => {
  expect(() => readOptions([...args], root)).toThrow(
    expect.objectContaining({ status: 2, message: expect.stringMatching(new RegExp(`^.*${named}.*$`)) }),
  );
});

test("parley start reports a rejected option in one line", async () => {
  const ended = await launch({ args: ["--port", "seven"] }).ended;
  expect(ended.status).toBe(2);
  expect(ended.output.trim()).toMatch(/^parley: --port [^\n]*$/);
});

test("a port in use is reported in one line", async () => {
  const port = await portOf(createServer());
  const ended = await launch({ args: ["--port", String(port)] }).ended;
  expect(ended.status).toBe(1);
  expect(ended.output.trim()).toMatch(new RegExp(`^parley: port ${port} on 127.0.0.1 is in use[^\n]*$`));
});

test("a start waits for a port that a killed server is about to release", async () => {
  const holder = createServer();
  const port = await portOf(holder);
  setTimeout(() => holder.close(), 200);
  expect(await freePort("127.0.0.1", port)).toBe(port);
});

test("an invalid data directory is rejected in one line", async () => {
  const data = freshData();
  writeFileSync(join(data, "file"), "");
  const ended = await launch({ data: join(data, "file") }).ended;
  expect(ended.status).toBe(1);
  expect(ended.output.trim()).toMatch(/^parley: cannot use the data directory [^\n]*$/);
});

test.skipIf(process.getuid?.() === 0)("a read-only data directory is rejected in one line", async () => {
  const data = join(freshData(), "closed");
  mkdirSync(data, { mode: 0o500 });
  const ended = await launch({ data }).ended;
  expect(ended.status).toBe(1);
  expect(ended.output.trim()).toMatch(/^parley: cannot use the data directory [^\n]*$/);
});

/** Records that a program changed the schema of D1. */
function migrated(data: string, name: string): void {
  const folder = join(data, "d1/miniflare-D1DatabaseObject");
  const [file = ""] = readdirSync(folder).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name));
  const database = new DatabaseSync(join(folder, file));
  database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  database.close();
}

test("data of a newer version is rejected in one line, and left unchanged", async () => {
  const { data } = await stoppedData();
  migrated(data, "9999_from_the_future.sql");
  const ended = await launch({ data }).ended;
  expect(ended.status).toBe(1);
  expect(ended.output.trim()).toMatch(/^parley: newer schema: [^\n]*9999_from_the_future.sql[^\n]*$/);
});

test("the second start keeps everything, even with additions by a newer version, and doesn't print the password again", async () => {
  const { data } = await stoppedData();
  const before = readZuliprc(join(data, "zuliprc"));
  migrated(data, "9999_from_the_future.additive.sql");
  const second = await start({ data });
  expect(second.password).toBeUndefined();
  expect(second.output).toContain("Open this address in a browser, and log in.");
  expect(second.credentials).toEqual({ ...before, site: second.url });
  expect(await second.get("/users/me")).toMatchObject({ result: "success" });
});

test("an organization changed by a newer version is rejected in one line", async () => {
  const { data } = await stoppedData();
  for (const file of globSync(join(data, "do/parley-Realm/*.sqlite"))) {
    if (file.endsWith("metadata.sqlite")) continue;
    const database = new DatabaseSync(file);
    database.exec("INSERT INTO schema_steps (feature, step, fingerprint, program) VALUES ('users', 99, 'x', '9.1')");
    database.close();
  }
  const ended = await launch({ data }).ended;
  expect(ended.status).toBe(1);
  expect(ended.output).toMatch(/^parley: newer data: [^\n]*another version of Parley \(9\.1\)[^\n]*$/m);
});

test("Miniflare's source still contains the code that the loader replaces", () => {
  const source = readFileSync(createRequire(import.meta.url).resolve("miniflare"), "utf8");
  for (const text of Object.values(REPLACED)) expect(source.split(text)).toHaveLength(2);
});
