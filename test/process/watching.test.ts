import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { storesIn } from "../../src/cli/data-directory/data-files.ts";
import { writeLastBackup } from "../../src/cli/data-directory/last-backup.ts";
import { readServerNote, writeServerNote } from "../../src/cli/data-directory/server-note.ts";
import { fullDisk, watchDisk } from "../../src/cli/os/disk-space.ts";
import { watchBackups } from "../../src/cli/server/watch-backups.ts";
import { runtimeLines } from "../../src/cli/workerd/runtime-lines.ts";
import { file } from "./frozen/forms.ts";
import { ownerOf } from "./support/person.ts";
import { portOf } from "./support/port-of.ts";
import { copyProject } from "./support/project.ts";
import { run, succeed } from "./support/script.ts";
import { freshData, launch, root, shared, start } from "./support/server.ts";

const common = shared();

test("the health check requests the organization under the server's own host name", async () => {
  const asked: (string | undefined)[] = [];
  const standIn = createServer((request, response) => {
    asked.push(request.headers.host);
    response.writeHead(request.headers.host === "chat.example.org" ? 200 : 503).end();
  });
  const port = await portOf(standIn);
  const server = await start({ args: ["--root-domain", "chat.example.org", "--address-header", "X-Real-IP"] });
  expect(readServerNote(server.data)).toMatchObject({
    url: "https://chat.example.org",
    address: expect.stringMatching(/^http:\/\/localhost:/),
  });
  await succeed("healthy", "--data", server.data);
  expect((await run("healthy", "--data", freshData(), "--port", String(port))).status).toBe(1);
  expect(asked).toEqual([`127.0.0.1:${port}`]);
});

test("a server is healthy only once its start is complete and the owner's password is printed", async () => {
  const data = freshData();
  mkdirSync(join(data, "run"));
  writeServerNote(data, { pid: process.pid });
  const output = `healthy: no server has finished its start with ${data}\n`;
  expect(await run("healthy", "--data", data)).toEqual({ status: 1, output });
});

test("an uploaded file missing from R2 is reported by an export, and by a backup over the network", async () => {
  const server = await common();
  const owner = await ownerOf(server);
  await owner.ok(owner.send("POST", "/user_uploads", file("gone", "gone.txt")));
  for (const path of storesIn(server.data, "r2")) {
    const list = new DatabaseSync(path);
    list.exec("DELETE FROM _mf_objects WHERE key LIKE '%/uploads/%'");
    list.close();
  }
  const archive = join(freshData(), "whole.tar");
  expect(await run("export", "--data", server.data, "--quiet", archive)).toEqual({
    status: 0,
    output: expect.stringMatching(/^export: \d uploaded files are missing from the server, and from .*whole\.tar\n$/),
  });
  const token = join(server.data, "setup-token");
  const { status, output } = await run("backup", "--site", server.url, "--token-file", token, freshData());
  expect([status, output]).toEqual([1, expect.stringMatching(/^backup: \d uploaded files are missing from http/m)]);
  const { attachments } = await owner.ok(owner.get("/attachments"));
  for (const { id } of attachments) await owner.ok(owner.send("DELETE", `/attachments/${id}`));
});

test("repair --check finds an uploaded file that only R2's index still lists", async () => {
  const server = await common();
  const owner = await ownerOf(server);
  const blobs = join(server.data, "r2/uploads/blobs");
  await owner.ok(owner.send("POST", "/user_uploads", file("kept", "kept.txt")));
  const before = readdirSync(blobs);
  await owner.ok(owner.send("POST", "/user_uploads", file("lost", "lost.txt")));
  expect(await run("repair", "--check", "--data", server.data)).toMatchObject({ status: 0 });
  for (const name of readdirSync(blobs).filter((one) => !before.includes(one))) rmSync(join(blobs, name));
  const { status, output } = await run("repair", "--check", "--data", server.data);
  expect([status, output]).toEqual([1, expect.stringMatching(/1 files? (is|are) missing from R2:\n +\d+\/uploads\//)]);
});

test("backup refuses a target inside the data directory", async () => {
  const server = await common();
  for (const into of [
    server.data,
    join(server.data, "backups"),
    `${server.data}/../${server.data.split("/").at(-1)}/b`,
  ]) {
    const { status, output } = await run("backup", "--data", server.data, into);
    expect([status, output]).toEqual([2, expect.stringContaining("lies in the data directory itself")]);
  }
});

test("reload exits with the result of loading the program", { tags: "nightly" }, async () => {
  const data = freshData();
  const project = copyProject(data);
  const server = await launch({ data, project }).running();
  const reload = () => run("reload", "--data", data);
  expect(await reload()).toMatchObject({ status: 0 });
  spawnSync("sh", ["-c", `echo 'const = ;' > ${join(project, "src/worker.ts")}`]);
  expect(await reload()).toMatchObject({
    status: 1,
    output: expect.stringContaining("the previous program keeps running"),
  });
  await server.stop();
  expect(await reload()).toMatchObject({ status: 1, output: expect.stringContaining("no server runs with") });
});

test("reload signals no other process that reuses the ID of a killed server", async () => {
  const data = freshData();
  mkdirSync(join(data, "run"));
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void other.kill());
  const ended = once(other, "exit").then(([, signal]) => signal);
  writeServerNote(data, { pid: other.pid ?? 0, reloads: { count: 0, problem: null } });
  const reload = run("reload", "--data", data);
  expect(await Promise.race([reload, ended])).toEqual({ status: 1, output: `reload: no server runs with ${data}\n` });
});

test("fullDisk and watchDisk report a disk that is full or filling up", () => {
  expect(fullDisk(root)).toBe("");
  expect(fullDisk("/nowhere")).toBe("");
  // /proc has no free space.
  expect(fullDisk("/proc")).toBe("the disk of /proc is full (0 bytes are left)");
  const told: string[] = [];
  watchDisk("/proc", (line) => told.push(line))();
  expect(told).toEqual([expect.stringContaining("the disk of /proc fills: 0 MB are left")]);
});

test("watchBackups warns once when backups stop, and again if they stop after another backup", async () => {
  const data = freshData();
  const warned: string[] = [];
  const look = () =>
    watchBackups(
      data,
      () => {},
      async (last) => void warned.push(last.toISOString()),
    )();
  look();
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  const [old, older] = [days(8), days(9)];
  for (const [at, isWhole] of [
    [older, true],
    [days(0), false],
    [days(0), true],
    [old, true],
  ] as const) {
    writeLastBackup(data, { at, isWhole });
    look();
    look();
  }
  expect(warned).toEqual([older, old]);
});

test("runtimeLines adds the time to each JSON line of the log", () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  onTestFinished(() => log.mockRestore());
  runtimeLines(() => 0)({ level: "info", message: '{"event":"one"}\n{"event":"two"}' });
  expect(
    lines
      .join("\n")
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { time: "1970-01-01T00:00:00.000Z", event: "one" },
    { time: "1970-01-01T00:00:00.000Z", event: "two" },
  ]);
});
