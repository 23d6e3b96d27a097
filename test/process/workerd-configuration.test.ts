import { existsSync, readdirSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listProcesses } from "../../src/cli/os/processes.ts";
import { readImage } from "../../src/features/files/storage/image/image.ts";
import { wholePng } from "../support/pictures.ts";
import { SETUP_TOKEN } from "./support/launch.ts";
import { ownerOf } from "./support/person.ts";
import { isRunning, until } from "./support/processes.ts";
import { freshData, type Server, shared, start, stoppedData } from "./support/server.ts";

const configurationsIn = (data: string) =>
  readdirSync(join(data, "run")).filter((name) => name.startsWith("configuration-"));

/** Processes of Miniflare that a server started. */
const miniflaresOf = ({ node }: Server) =>
  listProcesses().filter(({ parent, command }) => parent === node && command.includes("miniflare-process"));

const common = shared();

test("workerd's configuration is stored without secrets or paths, and only its owner can read it", async () => {
  const server = await common();
  const [name = "", ...others] = configurationsIn(server.data);
  expect(others).toEqual([]);
  const file = join(server.data, "run", name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const kept = readFileSync(file, "latin1");
  for (const text of [SETUP_TOKEN, server.data]) expect(kept).not.toContain(text);
  expect(kept).toContain("PARLEY_BINDING_SETUP_TOKEN");
});

test("workerd runs only the Miniflare Workers that serve databases and files, to save memory", async () => {
  const { data } = await common();
  const [name = ""] = configurationsIn(data);
  const kept = readFileSync(join(data, "run", name), "latin1");
  expect(kept).toContain("images:binding:IMAGES");
  for (const part of ["cache:0", "images:ns", "images.worker.js", "outbound:0"]) expect(kept).not.toContain(part);
});

test("a stored configuration is reused when settings change, and replaced if it has too few databases", async () => {
  const { data } = await stoppedData();
  const before = configurationsIn(data);
  const second = await start({ data, args: ["--test-hooks", "--holds"], env: { MAX_UPLOAD_MIB: "3" } });
  expect(configurationsIn(data)).toEqual(before);
  await second.stop();
  await start({ data, env: { PARLEY_DATABASES: "2" } });
  const after = configurationsIn(data);
  expect([after.length, after]).toEqual([1, expect.not.arrayContaining(before)]);
});

test("no signal is sent to a process without an ID, because older Nodes would signal their whole group", {
  tags: "nightly",
}, async () => {
  const data = freshData();
  const noted = `${data}.signals`;
  const preload = `import { ChildProcess } from "node:child_process"; import { appendFileSync } from "node:fs";
    const { kill } = ChildProcess.prototype; ChildProcess.prototype.kill = function (signal) {
      if (this.pid === undefined) appendFileSync(${JSON.stringify(noted)}, signal + "\\n"); return kill.call(this, signal); }`;
  const NODE_OPTIONS = `--import=data:text/javascript;base64,${btoa(preload)}`;
  await (await start({ data, env: { NODE_OPTIONS } })).stop();
  expect(existsSync(noted)).toBe(false);
});

test("a damaged configuration is generated again", async () => {
  const { data } = await stoppedData();
  const [name = ""] = configurationsIn(data);
  const file = join(data, "run", name);
  const { size } = statSync(file);
  truncateSync(file, 1000);
  expect(await (await start({ data })).healthy()).toBe(true);
  expect(statSync(file).size).toBe(size);
});

test("Miniflare runs only while images are resized, and works again after it or workerd has exited", async () => {
  // Must be the last test with the common server, because it stops it.
  const server = await common();
  const owner = await ownerOf(server);
  const avatar = async () => {
    const form = new FormData();
    form.append("file", new Blob([wholePng(600, 400)], { type: "image/png" }), "face.png");
    const { avatar_url } = await owner.ok(owner.send("POST", "/users/me/avatar", form));
    const response = await fetch(new URL(avatar_url, server.url));
    return readImage(new Uint8Array(await response.arrayBuffer()));
  };
  expect(miniflaresOf(server)).toEqual([]);
  // On an overloaded machine, Miniflare may not start in time, and the image stays as it is.
  const resized = () =>
    until("an image is resized", async () => {
      const made = await avatar();
      return made !== undefined && made.width < 600 && made;
    });
  const made = await resized();
  const [running] = miniflaresOf(server);
  process.kill(running?.pid ?? 0, "SIGKILL");
  // The image also stays as it is if its request used a connection that just broke.
  expect(await resized()).toEqual(made);
  await server.killHard("workerd");
  await until("it answers again", () => server.healthy());
  expect(await resized()).toEqual(made);
  expect(miniflaresOf(server)).toHaveLength(1);
  const children = miniflaresOf(server);
  await server.stop();
  for (const { pid } of children) expect(isRunning(pid)).toBe(false);
});
