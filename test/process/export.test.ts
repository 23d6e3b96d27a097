import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, openAsBlob, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openArchive } from "../../src/archive-format/read.ts";
import { fillOrganization } from "./support/filled-organization.ts";
import { root, SETUP_TOKEN } from "./support/launch.ts";
import { type Json, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { relayTo } from "./support/relay.ts";
import { Script } from "./support/script.ts";
import { type Server, start } from "./support/server.ts";

const BATCHES = 20;
const IN_A_BATCH = 50;
const CONTENT = "tea ".repeat(2400);

async function fillChannel(owner: Person): Promise<{ channel: number; sent: number[] }> {
  const channel = await owner.channel("harbour", [owner]);
  const sent: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const one = { sender: owner.id, to: channel, topic: "t", content: CONTENT };
    const messages = Array.from({ length: IN_A_BATCH }, () => one);
    sent.push(...(await owner.ok(owner.post("/testing/messages", { messages }))).ids);
  }
  return { channel, sent };
}

/** Ids of a channel's messages in an archive. Throws if a row is invalid. */
async function messagesIn(file: Blob, channel: number): Promise<number[]> {
  const archive = await openArchive(file);
  const found: number[] = [];
  for await (const one of archive.rows("messages")) {
    if ("problem" in one) throw new Error(one.problem);
    if ("channel_id" in one.row && one.row.channel_id === channel && one.row.topic === "t") found.push(one.row.id);
  }
  return found;
}

const run = promisify(execFile);
const command = (...args: string[]) =>
  run(process.execPath, ["scripts/parley.mjs", "export", ...args], { cwd: root }).then(
    ({ stdout }) => ({ status: 0, output: stdout }),
    (error) => ({ status: error.code, output: `${error.stdout}${error.stderr}` }),
  );

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "parley-export-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function killThrice(server: Server, args: string[]): Promise<Server> {
  let now = server;
  for (const which of ["workerd", "all", "workerd"] as const) {
    await now.killHard(which);
    if (which === "workerd") await until("it answers again", () => now.healthy());
    else now = await start({ data: now.data, args: [...args, "--port", new URL(now.url).port] });
  }
  return now;
}

test("an export resumes after kill -9, and has every message once", { tags: "nightly" }, async () => {
  const args = ["--rate-limits", "off", "--test-hooks"];
  const server = await start({ args });
  const owner = await ownerOf(server);
  const { channel, sent } = await fillChannel(owner);
  await owner.ok(owner.post("/export/realm"));
  const running = await killThrice(server, args);
  const state: { now?: Json } = {};
  await until("the export is written", async () => {
    state.now = (await owner.ok(owner.get("/export/realm"))).exports[0];
    return !state.now.pending;
  });
  expect(state.now).toMatchObject({ failed_timestamp: null, export_url: expect.stringContaining(running.url) });
  expect(
    await messagesIn(
      await (
        await fetch(state.now.export_url, {
          headers: { Authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` },
        })
      ).blob(),
      channel,
    ),
  ).toEqual(sent);
});

test("npm run export writes the whole organization to one file, even if the server is killed meanwhile", async () => {
  const args = ["--rate-limits", "off", "--test-hooks"];
  const server = await start({ args });
  const owner = await ownerOf(server);
  await fillOrganization(owner, server.password);
  const { channel, sent } = await fillChannel(owner);
  const file = join(folder(), "whole.tar");
  const exported = new Script("export", ["--data", server.data, "--secrets", file]);
  // A command that the server has never answered doesn't wait for it.
  await until("the server has answered", () => exported.output !== "" || exported.hasEnded);
  await killThrice(server, args);
  expect(await exported.ended).toEqual({
    status: 0,
    output: expect.stringMatching(/\d+ rows and 12 files.*every digest is right/),
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const blob = await openAsBlob(file);
  expect(await messagesIn(blob, channel)).toEqual(sent);
  expect((await openArchive(blob)).manifest).toMatchObject({ scope: "whole", secrets: true, origin: server.url });
});

test("npm run export resumes an interrupted download, and rejects a damaged one", { tags: "nightly" }, async () => {
  const server = await start({ args: ["--rate-limits", "off"] });
  const owner = await ownerOf(server);
  await fillOrganization(owner, server.password);
  const file = join(folder(), "whole.tar");
  const local = ["--data", server.data, "--keep", file];
  expect(await command(...local)).toMatchObject({ status: 0 });
  const whole = readFileSync(file);
  const refused = { status: 1, output: expect.stringContaining("is there already; --force replaces it") };
  expect(await command(...local)).toEqual(refused);
  expect(readFileSync(file)).toEqual(whole);
  // No export is requested if the file can't be written.
  const nowhere = await command(
    "--site",
    "http://127.0.0.1:1",
    "--setup-token",
    "x",
    join(folder(), "none", "whole.tar"),
  );
  expect(nowhere).toEqual({ status: 1, output: expect.stringContaining("cannot be written") });
  // Another export has different bytes, so a partial download of an older one isn't resumed.
  writeFileSync(`${file}.part`, "what is left of another one");
  writeFileSync(`${file}.part.etag`, JSON.stringify({ etag: '"another"', secrets: false }));
  expect(await command("--force", ...local)).toMatchObject({ status: 0 });
  expect(readFileSync(file).length).toBeGreaterThan(whole.length / 2);
  expect(existsSync(`${file}.part`)).toBe(false);

  const other = join(folder(), "other.tar");
  const none = await command("--data", folder(), other);
  expect(none).toEqual({ status: 1, output: expect.stringContaining("no server runs with") });
  const unknown = await command("--data", server.data, "--organization", "nowhere", other);
  expect(unknown).toEqual({ status: 1, output: expect.stringContaining("Invalid subdomain") });
  expect(await command("--data", server.data)).toMatchObject({ status: 2 });
});

test("npm run export resumes the same export if killed during its download", {
  tags: "nightly",
}, async () => {
  const server = await start({ args: ["--rate-limits", "off", "--test-hooks"] });
  const owner = await ownerOf(server);
  const { channel, sent } = await fillChannel(owner);
  const asked: string[] = [];
  const running: { script?: Script } = {};
  const site = await relayTo(server, ({ method, path, headers, answer, response }) => {
    asked.push(`${method} ${path.replace(/exports\/\w+/, "exports/TOKEN")} ${headers.range ?? ""}`.trim());
    const isDownload = path.startsWith("/exports/");
    if (!isDownload || running.script === undefined) return true;
    const { script } = running;
    delete running.script;
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.once("data", (bytes) =>
      response.write(bytes, () => void until("it is written", () => partOf(file) > 0).then(() => script.kill())),
    );
    return false;
  });
  const file = join(folder(), "whole.tar");
  const args = ["--site", site, "--setup-token", SETUP_TOKEN, file];
  const script = new Script("export", args);
  running.script = script;
  expect(await script.ended).toMatchObject({ status: null });
  const from = partOf(file);
  asked.length = 0;
  const again = await command(...args);
  expect(again).toMatchObject({ status: 0, output: expect.stringContaining("continues the download") });
  expect(asked).toEqual([
    "POST /api/v1/organizations/export/state",
    `GET /exports/TOKEN/parley-whole.tar bytes=${from}-`,
    "POST /api/v1/organizations/export/end",
  ]);
  expect(await messagesIn(await openAsBlob(file), channel)).toEqual(sent);
});

const partOf = (file: string) => (existsSync(`${file}.part`) ? statSync(`${file}.part`).size : 0);
