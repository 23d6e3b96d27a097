import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { foundOrganization, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { RawClient } from "./support/raw-client.ts";
import { freshData, launch, type Server, start } from "./support/server.ts";
import { say, textsOf } from "./support/stored.ts";

const args = ["--rate-limits", "off", "--test-hooks", "--hot-window", "20"];

const many = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word} ${index}`);

/** Waits until both stores agree. */
const settled = (person: Person) =>
  until("the stores agree", async () => {
    const { bulk_store } = (await person.get("/health")).body;
    return !bulk_store.waiting && (await person.ok(person.get("/testing/differences"))).differences.length === 0;
  });

async function talkedIn(contents: readonly string[]): Promise<Server> {
  const server = await start({ args });
  const owner = await ownerOf(server);
  for (const content of contents) await say(owner, content);
  await settled(owner);
  return server;
}

function copyOf(data: string): string {
  const copy = freshData();
  cpSync(data, copy, { recursive: true });
  return copy;
}

/** Starts the server again, adds messages, and stops it. */
async function goOn(data: string, contents: readonly string[]): Promise<void> {
  const server = await start({ data, args });
  const owner = await ownerOf(server);
  for (const content of contents) await say(owner, content);
  await settled(owner);
  await server.stop();
}

/** The databases of organizations or of messages. Objects that store nothing have files too. */
const databases = (data: string, folder: "do" | "d1"): string[] =>
  readdirSync(join(data, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(^|\/)[0-9a-f]+\.sqlite$/.test(name) && !/parley-(?:Hasher|Importer|Relay)/.test(name))
    .map((name) => join(data, folder, name));

/** Merges a database's log into its main file. */
function gather(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
}

function empty(data: string): void {
  for (const file of databases(data, "do")) {
    for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
    truncateSync(file);
  }
}

function overwrite(file: string, from = 0): void {
  gather(file);
  const bytes = readFileSync(file);
  bytes.fill(0x55, from);
  writeFileSync(file, bytes);
}

const zuliprc = (data: string) => readFileSync(join(data, "zuliprc"), "utf8");

describe("a lost organization database", () => {
  test("that was emptied or removed is not replaced by a new organization without --begin-anew", async () => {
    const server = await talkedIn(many("old", 5));
    await server.stop();
    const { data } = server;
    const before = zuliprc(data);
    empty(data);
    expect(await launch({ data, args }).ended).toMatchObject({ status: 1 });
    expect(zuliprc(data)).toBe(before);
    rmSync(join(data, "do"), { recursive: true });
    const refused = await launch({ data, args }).ended;
    expect(refused.status).toBe(1);
    expect(refused.output.trim().split("\n").at(-1)).toMatch(
      /^parley: [^\n]* database is missing from [^\n]*do, [^\n]*--begin-anew$/,
    );
    expect(zuliprc(data)).toBe(before);

    const anew = await start({ data, args: [...args, "--begin-anew"] });
    const owner = await ownerOf(anew);
    expect(zuliprc(data)).not.toBe(before);
    expect(await textsOf(owner)).toEqual([]);
    for (const content of many("new", 8)) await say(owner, content);
    expect(await textsOf(owner)).toEqual(many("new", 8));
    await settled(owner);
  });

  test("that was emptied can be restored from a backup, even after another organization was created", {
    tags: "nightly",
  }, async () => {
    const server = await talkedIn(many("old", 30));
    await server.stop();
    const { data } = server;
    const backup = freshData();
    cpSync(join(data, "do"), join(backup, "do"), { recursive: true });
    cpSync(join(data, "zuliprc"), join(backup, "zuliprc"));
    empty(data);
    const anew = await start({ data, args: [...args, "--begin-anew"] });
    await say(await ownerOf(anew), "meanwhile");
    await settled(await ownerOf(anew));
    await anew.stop();
    rmSync(join(data, "do"), { recursive: true });
    cpSync(join(backup, "do"), join(data, "do"), { recursive: true });
    cpSync(join(backup, "zuliprc"), join(data, "zuliprc"));
    const again = await start({ data, args: [...args, "--begin-anew"] });
    expect(again.output).toContain("Note: --begin-anew was ignored");
    const owner = await ownerOf(again);
    await say(owner, "after");
    expect(await textsOf(owner)).toEqual([...many("old", 30), "after"]);
    await settled(owner);
  });

  test("is not assumed if only the list of alarms is missing", { tags: "nightly" }, async () => {
    const server = await talkedIn(["old"]);
    await server.stop();
    for (const name of readdirSync(join(server.data, "do/parley-Realm"))) {
      if (name.startsWith("metadata")) rmSync(join(server.data, "do/parley-Realm", name));
    }
    expect(await textsOf(await ownerOf(await start({ data: server.data, args })))).toEqual(["old"]);
  });
});

describe("a damaged database", () => {
  test("stops the start with an error that names it, wherever the damage is", async () => {
    const server = await talkedIn(many("old", 5));
    await server.stop();
    for (const [folder, from] of [
      ["do", 20_000],
      ["d1", 0],
    ] as const) {
      const data = copyOf(server.data);
      const [file = ""] = databases(data, folder);
      overwrite(file, from);
      const ended = await launch({ data, args }).ended;
      const about = `${folder}, from byte ${from} on`;
      expect(ended.status, about).toBe(1);
      expect(ended.output.length, about).toBeLessThan(5000);
      const last = ended.output.trim().split("\n").at(-1);
      expect(last, about).toContain(file);
      expect(last, about).toMatch(/^parley: .*backup/);
    }
  });

  test("of one organization doesn't affect the others", async () => {
    const server = await talkedIn(["here"]);
    const [root = ""] = databases(server.data, "do");
    const cove = await foundOrganization(server, "cove");
    await say(cove, "there");
    await settled(cove);
    await server.stop();
    overwrite(databases(server.data, "do").find((file) => file !== root) ?? "");
    const again = await start({ data: server.data, args: [...args, "--port", new URL(server.url).port] });
    expect(again.output).toMatch(/an organization's database cannot be used/);
    expect(await textsOf(await ownerOf(again))).toEqual(["here"]);
    const { status, body } = await cove.get("/users/me");
    expect([status, body.code, body.msg]).toEqual([503, "REQUEST_TIMEOUT", expect.stringMatching(/damaged/)]);
    const health = await cove.page("/health");
    expect([health.status, JSON.parse(health.said).status]).toEqual([503, "failing"]);
  });
});

describe("single-store recovery", () => {
  test("shows the restored organization's data and new messages, and reuses no id", {
    tags: "nightly",
  }, async () => {
    const server = await talkedIn(many("old", 30));
    await server.stop();
    const { data } = server;
    const backup = freshData();
    cpSync(join(data, "do"), join(backup, "do"), { recursive: true });
    await goOn(data, many("undone", 10));
    rmSync(join(data, "do"), { recursive: true });
    cpSync(join(backup, "do"), join(data, "do"), { recursive: true });
    const owner = await ownerOf(await start({ data, args }));
    await settled(owner);
    const first = await say(owner, "after 0");
    expect(first).toBeGreaterThan(40);
    await say(owner, "after 1");
    expect(await textsOf(owner)).toEqual([...many("old", 30), ...many("after", 2)]);
    await settled(owner);
  });

  test("fills a restored message store from the organization, and counts lost texts", {
    tags: "nightly",
  }, async () => {
    const server = await talkedIn(many("old", 10));
    await server.stop();
    const { data } = server;
    const backup = freshData();
    cpSync(join(data, "d1"), join(backup, "d1"), { recursive: true });
    await goOn(data, many("later", 30));
    rmSync(join(data, "d1"), { recursive: true });
    cpSync(join(backup, "d1"), join(data, "d1"), { recursive: true });
    const again = await start({ data, args });
    const owner = await ownerOf(again);
    await say(owner, "after");
    const lost = Array.from({ length: 10 }, () => "(The text of this message is lost.)");
    expect(await textsOf(owner)).toEqual([...many("old", 10), ...lost, ...many("later", 30).slice(10), "after"]);
    await settled(owner);
    expect((await owner.get("/health")).body.bulk_store.lost).toBe(10);
    await expect.poll(() => again.output).toContain('"event":"stores_disagree"');
  });

  test("fills a new message store if the old one is gone, and reuses no organization's id", {
    tags: "nightly",
  }, async () => {
    const server = await talkedIn(many("old", 15));
    const cove = await foundOrganization(server, "cove");
    await say(cove, "there");
    await settled(cove);
    await server.stop();
    rmSync(join(server.data, "d1"), { recursive: true });
    const again = await start({ data: server.data, args: [...args, "--port", new URL(server.url).port] });
    const owner = await ownerOf(again);
    const other = await foundOrganization(again, "other");
    await say(other, "elsewhere");
    expect(await textsOf(owner)).toEqual(many("old", 15));
    expect(await textsOf(cove)).toEqual(["there"]);
    expect(await textsOf(other)).toEqual(["elsewhere"]);
    for (const person of [owner, cove, other]) await settled(person);
  });
});

test("an interrupted upload to any endpoint leaves nothing on disk", async () => {
  const server = await start({ args });
  const owner = await ownerOf(server);
  const { import: made } = await owner.ok(owner.post("/imports", { size: 12_000_000 }));
  const { host, port } = new URL(server.url);
  const blobs = join(server.data, "r2/uploads/blobs");
  const stored = () => (existsSync(blobs) ? readdirSync(blobs).length : 0);
  const before = stored();
  const part = ["--b", 'Content-Disposition: form-data; name="file"; filename="a.bin"', "", ""].join("\r\n");
  const sha256 = "0".repeat(64);
  for (const [target, type, begun] of [
    ["POST /api/v1/user_uploads", "multipart/form-data; boundary=b", part],
    ["POST /api/v1/user_uploads?filename=a.bin", "application/octet-stream", ""],
    [`PUT /api/v1/imports/${made.id}/parts/1?filename=part&sha256=${sha256}`, "application/octet-stream", ""],
  ]) {
    const head = [
      ...[`${target} HTTP/1.1`, `Host: ${host}`, `Authorization: Basic ${btoa(`${owner.email}:${owner.key}`)}`],
      ...["Content-Length: 12000000", `Content-Type: ${type}`, "", `${begun}${"x".repeat(11_000_000)}`],
    ];
    const client = new RawClient(Number(port)).say(head.join("\r\n"));
    await until(`the beginning is stored: ${target}`, () => stored() > before);
    client.destroy();
    await until(`nothing of it is left: ${target}`, () => stored() === before);
  }
});
