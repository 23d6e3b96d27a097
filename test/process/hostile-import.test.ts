/** @module-tag nightly */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { constants, deflateRawSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { residentBytes } from "../../bench/server/usage.ts";
import { TAR_END, tarHeader } from "../../src/archive-format/tar.ts";
import { withSums } from "../support/spoilt-bytes.ts";
import { type Json, ownerOf, type Person } from "./support/person.ts";
import { processesNaming, until } from "./support/processes.ts";
import { launch, type Server, start } from "./support/server.ts";
import { objectFile, within } from "./support/stored.ts";

const args = ["--rate-limits", "off"];
const MEBIBYTE = 2 ** 20;
const PART_BYTES = 90 * MEBIBYTE;
/** Allows for other load on the machine. */
const MAX_HEALTH_MS = 3000;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let server: Server | undefined;
afterEach(() => server?.stop());

const member = (name: string, content: Uint8Array, type = "0"): Buffer => {
  const header = tarHeader({ name, size: content.length }, 0).slice();
  header[156] = type.charCodeAt(0);
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([withSums(header), content, padding]);
};

function archiveOf(lines: Buffer, rows: number, before: readonly Buffer[] = []): Buffer {
  const name = "tables/users/000001.jsonl.gz";
  const piece = { member: name, bytes: lines.length, sha256: sha256(lines), rows };
  const manifest = {
    ...{ format: 1, program: "parley", version: "1", exported_at: 1, scope: "whole", secrets: false },
    tables: [{ name: "users", rows, pieces: [piece] }],
    files: { count: 0, bytes: 0 },
  };
  const first = member("manifest.json", Buffer.from(JSON.stringify(manifest)));
  return Buffer.concat([...before, first, member(name, lines), TAR_END]);
}

/** Gzip bytes that expand to `megabytes` of zeros, at a kilobyte per megabyte. */
function bomb(megabytes: number): Buffer {
  const zeros = deflateRawSync(Buffer.alloc(1_000_000), { finishFlush: constants.Z_FULL_FLUSH });
  const head = gzipSync("").subarray(0, 10);
  return Buffer.concat([head, ...Array.from({ length: megabytes }, () => zeros), deflateRawSync(""), Buffer.alloc(8)]);
}

async function check(owner: Person, archive: Buffer): Promise<number> {
  const { import: made } = await owner.ok(owner.post("/imports", { size: archive.length, part_bytes: PART_BYTES }));
  const path = `/api/v1/imports/${made.id}/parts/1?filename=part&sha256=${sha256(archive)}`;
  const response = await fetch(owner.url + path, {
    method: "PUT",
    headers: { Authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` },
    body: new Uint8Array(archive),
  });
  expect(response.status, await response.text()).toBe(200);
  await owner.ok(owner.post(`/imports/${made.id}/check`));
  return made.id;
}

/** Number of files on disk in the store. */
const filesOf = (data: string): number =>
  readdirSync(join(data, "r2"), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /blobs/.test(entry.parentPath),
  ).length;

const look = async (owner: Person, id: number): Promise<Json> => (await owner.ok(owner.get(`/imports/${id}`))).import;

/** The result of an import, with the longest wait of others and the peak memory meanwhile. */
async function outcome(owner: Person, id: number, pid: number) {
  let [healthMs, peakBytes] = [0, 0];
  const ended = await until("the check has ended", async () => {
    const began = performance.now();
    await fetch(`${owner.url}/health`);
    healthMs = Math.max(healthMs, performance.now() - began);
    peakBytes = Math.max(peakBytes, residentBytes(pid) ?? 0);
    const told = await look(owner, id);
    return told.state !== "checking" && told;
  });
  await owner.ok(owner.post(`/imports/${id}/cancel`));
  return { ended, healthMs, peakBytes };
}

test("an import part with a wrong digest is rejected, and leaves nothing on disk", async () => {
  server = await start({ args });
  const owner = await ownerOf(server);
  const { import: made } = await owner.ok(owner.post("/imports", { size: MEBIBYTE, part_bytes: MEBIBYTE }));
  const put = async (content: Buffer, digest: string) => {
    const path = `/api/v1/imports/${made.id}/parts/1?filename=part&sha256=${digest}`;
    const headers = { Authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` };
    const response = await fetch(owner.url + path, { method: "PUT", headers, body: new Uint8Array(content) });
    return [response.status, ((await response.json()) as Json).msg];
  };
  const [good, wrong] = [Buffer.alloc(MEBIBYTE, "good"), Buffer.alloc(MEBIBYTE, "wrong")];
  const before = filesOf(server.data);
  for (let times = 0; times < 3; times += 1) {
    expect(await put(wrong, sha256(good))).toEqual([400, "The part's digest is another one."]);
  }
  await until("nothing is left of them", () => filesOf(server?.data ?? "") === before);
  expect(await put(good, sha256(good))).toEqual([200, ""]);
  expect((await look(owner, made.id)).missing_parts).toEqual([]);
  expect(filesOf(server.data)).toBe(before + 1);
  // Overwrites the existing part.
  expect((await put(wrong, sha256(good)))[0]).toBe(400);
  expect((await look(owner, made.id)).missing_parts).toEqual([1]);
});

test("[security 15.12] endless archives and decompression bombs are rejected while other requests are served", async () => {
  server = await start({ args });
  const owner = await ownerOf(server);
  const endless = Buffer.concat([member("pax", Buffer.from("8 a=bcd\n0 a="), "x"), archiveOf(gzipSync("{}\n"), 1)]);
  const first = await outcome(owner, await check(owner, endless), server.runtime);
  expect(first.ended).toMatchObject({ state: "failed", error: "The archive has a header that cannot be read" });
  const before = residentBytes(server.runtime) ?? 0;
  const second = await outcome(owner, await check(owner, archiveOf(bomb(1500), 1)), server.runtime);
  expect(second.ended).toMatchObject({ state: "failed", error: expect.stringMatching(/too large/) });
  expect(second.peakBytes - before).toBeLessThan(200 * MEBIBYTE);
  expect(Math.max(first.healthMs, second.healthMs)).toBeLessThan(MAX_HEALTH_MS);
});

test("[security 15.13] an archive isn't read again after reading it crashed the server twice", async () => {
  server = await start({ args });
  const { data } = server;
  const owner = await ownerOf(server);
  // Enough headers that reading them takes long enough to interrupt it.
  const headers = Array.from({ length: 60_000 }, () => member("pax", Buffer.alloc(0), "g"));
  const archive = archiveOf(gzipSync("{}\n"), 1, headers);
  const file = objectFile(data, "");
  const attempt = (lost: number) =>
    until(`the attempt is noted that follows ${lost} others`, () =>
      within(file, (database) => {
        const row = database.prepare("SELECT is_begun, lost FROM outbox WHERE job = 'work-on-import'").get();
        return row?.["is_begun"] === 1 && row["lost"] === lost;
      }),
    );
  const id = await check(owner, archive);
  await attempt(0);
  await server.killHard("all");
  // Before this start completes, because the import resumes reading at once.
  launch({ data, args });
  await attempt(1);
  await until("everything on the directory has ended", () => {
    const left = processesNaming(data).filter((pid) => pid !== process.pid);
    for (const pid of left) process.kill(pid, "SIGKILL");
    return left.length === 0;
  });
  server = await start({ data, args });
  const again = await ownerOf(server);
  const told = await until("it has failed", async () => {
    const found = await look(again, id);
    return found.state === "failed" && found;
  });
  expect(told.error).toMatch(/ended twice while it read the same part/);
  await expect.poll(() => server?.output).toContain("job_given_up");
  // An owner can override this and continue.
  await again.ok(again.post(`/imports/${id}/check`));
  expect(await look(again, id)).toMatchObject({ state: "checking", error: null });
  await again.ok(again.post(`/imports/${id}/cancel`));
  expect(await server.healthy()).toBe(true);
});
