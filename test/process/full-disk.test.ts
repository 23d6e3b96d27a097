import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeData, SETUP_TOKEN } from "./support/launch.ts";
import { type Json, ownerOf, type Person, type Reply } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { start } from "./support/server.ts";

const args = ["--rate-limits", "off", "--test-hooks"];

/** A disk of 30 MB, where the machine lets one be made. */
function smallDisk(): string | null {
  const disk = mkdtempSync(join(tmpdir(), "parley-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=30m", "tmpfs", disk], { stdio: "ignore" });
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

const say = (person: Person, content: string): Promise<Reply> =>
  person.post("/messages", { type: "channel", to: "general", topic: "t", content });

const health = async (person: Person): Promise<[number, Json]> => {
  const headers = { Authorization: `Bearer ${SETUP_TOKEN}` };
  const answer = await fetch(`${person.url}/health`, { headers });
  return [answer.status, await answer.json()];
};

const LONG = "x".repeat(9000);

test("a full disk is reported, loses nothing that was acknowledged, and is recovered from once there is space", async ({
  skip,
}) => {
  const disk = smallDisk();
  if (disk === null) return skip("only root may mount a small disk");
  const server = await start({ data: join(disk, "data"), args });
  const owner = await ownerOf(server);
  const acknowledged: number[] = [];
  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(20_000_000));

  // What is refused may make room for a little more: it is over when the server itself says so.
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
  for (const call of [
    say(owner, LONG),
    owner.post("/register"),
    owner.get("/messages", { anchor: "newest", num_before: 5, num_after: 0 }),
    owner.get("/users/me"),
  ]) {
    expect([200, 503]).toContain((await call).status);
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
