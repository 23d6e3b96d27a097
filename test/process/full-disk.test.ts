import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeLastBackup } from "../../src/cli/data-directory/last-backup.ts";
import { bytesLeft } from "../../src/cli/os/disk-space.ts";
import { removeData, SETUP_TOKEN } from "./support/launch.ts";
import { type Json, ownerOf, type Person, type Reply } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { start, stoppedData } from "./support/server.ts";

const args = ["--rate-limits", "off", "--test-hooks"];

/** A disk of 50 MB, if the machine allows creating one. */
function smallDisk(): string | null {
  const disk = mkdtempSync(join(tmpdir(), "parley-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=50m", "tmpfs", disk], { stdio: "ignore" });
  } catch {
    rmSync(disk, { recursive: true });
    return null;
  }
  onTestFinished(async () => {
    await removeData(join(disk, "data"));
    execFileSync("umount", ["--lazy", disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  return disk;
}

/** A data directory on the disk, with an organization. */
async function dataOn(disk: string): Promise<string> {
  const data = join(disk, "data");
  cpSync((await stoppedData()).data, data, { recursive: true });
  return data;
}

const say = (person: Person, content: string): Promise<Reply> =>
  person.post("/messages", { type: "channel", to: "general", topic: "t", content });

const health = async (person: Person): Promise<[number, Json]> => {
  const headers = { Authorization: `Bearer ${SETUP_TOKEN}` };
  const answer = await fetch(`${person.url}/health`, { headers });
  return [answer.status, await answer.json()];
};

const LONG = "x".repeat(9000);

/** Uploads a file, as the whole body or in a form, and waits for a response, but not forever. */
async function upload({ url, email, key }: Person, bytes: number, way: "whole" | "form"): Promise<[number, string]> {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], "a.bin"));
  const answer = await fetch(`${url}/api/v1/user_uploads${way === "whole" ? "?filename=a.bin" : ""}`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${btoa(`${email}:${key}`)}`,
      ...(way === "whole" && { "Content-Type": "application/octet-stream" }),
    },
    body: way === "whole" ? new Uint8Array(bytes) : form,
    signal: AbortSignal.timeout(200_000),
  });
  const { code, result } = await answer.json();
  return [answer.status, code ?? result];
}

const FULL = [503, "REQUEST_TIMEOUT"];

test("owners are warned once about missing backups, and about a filling disk before it is full", async ({ skip }) => {
  const disk = smallDisk();
  if (disk === null) return skip("only root may mount a small disk");
  const told = async (person: Person, of = "The disk of this server is filling up") => {
    const query = { anchor: "newest", num_before: 50, num_after: 0, narrow: [["is", "dm"]], apply_markdown: false };
    const { messages } = await person.ok(person.get("/messages", query));
    return messages.filter(({ content }: Json) => content.startsWith(of));
  };
  const data = await dataOn(disk);
  const server = await start({ data, args: ["--rate-limits", "off"] });
  const owner = await ownerOf(server);
  await until("the owner is told", async () => (await told(owner)).length > 0);
  await server.stop();
  writeLastBackup(data, { at: "2026-01-02T03:04:05.000Z", isWhole: true });
  const again = await start({ data, args: ["--rate-limits", "off"] });
  await until("the log says it again", () => /fills: \d+ MB are left/.test(again.output));
  const same = await ownerOf(again);
  expect(await told(same)).toHaveLength(1);
  await until("the owner is told", async () => (await told(same, "The last complete backup")).length > 0);
});

test("an upload too large for the disk is refused at once, and uses no space", async ({ skip }) => {
  const disk = smallDisk();
  if (disk === null) return skip("only root may mount a small disk");
  const server = await start({ data: await dataOn(disk), args });
  const owner = await ownerOf(server);
  const left = () => bytesLeft(disk);
  expect(await upload(owner, 6_000_000, "whole")).toEqual([200, "success"]);
  const filler = join(disk, "filler");
  for (const leave of [3_000_000, 100_000, 0]) {
    writeFileSync(filler, "");
    writeFileSync(filler, Buffer.alloc(left() - leave));
    const before = left();
    for (const way of ["whole", "form"] as const) {
      expect(await upload(owner, 6_000_000, way)).toEqual(FULL);
      if (leave < 1_000_000) expect(await upload(owner, 10_000, way)).toEqual(FULL);
    }
    expect(before - left()).toBeLessThan(100_000);
  }
  truncateSync(filler);
  await until("it is well again", async () => (await health(owner))[0] === 200);
  expect(await upload(owner, 6_000_000, "form")).toEqual([200, "success"]);
});

test("a killed server starts on a full disk, and continues once there is space", async ({ skip }) => {
  const disk = smallDisk();
  if (disk === null) return skip("only root may mount a small disk");
  const data = await dataOn(disk);
  const server = await start({ data, args });
  const { body } = await say(await ownerOf(server), "before");
  const filler = join(disk, "filler");
  await server.killHard("all");
  writeFileSync(filler, Buffer.alloc(bytesLeft(disk)));
  expect(bytesLeft(disk)).toBe(0);
  const again = await start({ data, args });
  expect(again.output).toContain("server.json cannot be written");
  const owner = await ownerOf(again);
  expect((await say(owner, "on the full disk")).status).toBe(503);
  truncateSync(filler);
  await until("it takes messages", async () => (await say(owner, "after")).status === 200);
  const narrow = [["topic", "t"]];
  const query = { anchor: "newest", num_before: 5, num_after: 0, narrow, apply_markdown: false };
  const { messages } = await owner.ok(owner.get("/messages", query));
  expect(messages.map(({ content }: Json) => content)).toEqual(["before", "after"]);
  expect(messages[0].id).toBe(body.id);
});

test("a full disk is reported, loses no acknowledged data, and is recovered from once there is space", async ({
  skip,
}) => {
  const disk = smallDisk();
  if (disk === null) return skip("only root may mount a small disk");
  const server = await start({ data: await dataOn(disk), args });
  const owner = await ownerOf(server);
  const acknowledged: number[] = [];
  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(33_000_000));

  // A refused write can free a little space, so the shortage ends only when the server says so.
  let [status, told] = await health(owner);
  let refused: Reply | undefined;
  while (status === 200) {
    const reply = await say(owner, `${LONG} ${acknowledged.length}`);
    if (reply.status === 200) acknowledged.push(reply.body.id);
    else {
      refused = reply;
      [status, told] = await health(owner);
    }
    expect(acknowledged.length).toBeLessThan(3000);
  }
  expect([refused?.status, refused?.body.code]).toEqual([503, "REQUEST_TIMEOUT"]);
  expect(refused?.body.msg).toMatch(/full/);
  expect([status, told.status, told.organization]).toEqual([503, "failing", true]);
  expect(told.reason).toMatch(/full/);
  // Reads work, except for a moment after a failed write, which resets the object.
  const newest = { anchor: "newest", num_before: 5, num_after: 0 };
  for (let count = 0; count < 3; count += 1) {
    const said = await say(owner, `${LONG} ${acknowledged.length}`);
    if (said.status === 200) acknowledged.push(said.body.id);
    else expect(said.status).toBe(503);
    expect([200, 503]).toContain((await owner.post("/register")).status);
    await until("messages can be read", async () => (await owner.get("/messages", newest)).status === 200);
    expect((await owner.get("/messages", newest)).status).toBe(200);
    expect((await owner.get("/users/me")).status).toBe(200);
  }

  truncateSync(filler);
  await until("it is well again", async () => (await health(owner))[0] === 200);
  const after = await say(owner, "after");
  expect(after.status).toBe(200);
  acknowledged.push(after.body.id);
  const page = (person: Person, anchor: number | "newest") => {
    const query = { anchor, include_anchor: anchor === "newest", num_before: 3000, num_after: 0 };
    return until("D1 is there", async () => {
      const { status, body } = await person.get("/messages", {
        ...query,
        narrow: [["topic", "t"]],
        apply_markdown: false,
      });
      return status === 200 && body;
    });
  };
  // Pages of long messages end early.
  const shown = async (person: Person) => {
    const messages: Json[] = [];
    for (let anchor: number | "newest" = "newest"; ; anchor = messages[0].id) {
      const { messages: older, found_oldest } = await page(person, anchor);
      messages.unshift(...older);
      if (found_oldest) return messages;
    }
  };
  const messages = await shown(owner);
  expect(messages.map(({ id }: Json) => id)).toEqual(acknowledged);
  expect(messages.slice(0, -1).map(({ content }: Json) => content)).toEqual(
    acknowledged.slice(0, -1).map((_, index) => `${LONG} ${index}`),
  );
  await server.killHard("all");
  const again = await ownerOf(await start({ data: join(disk, "data"), args }));
  expect((await shown(again)).map(({ id }: Json) => id)).toEqual(acknowledged);
  expect((await say(again, "once more")).status).toBe(200);
});
