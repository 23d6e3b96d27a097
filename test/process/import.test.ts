import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ArchiveWriter, tarOf } from "../../src/archive/members.ts";
import { memorySpool } from "../support/memory-spool.ts";
import { type Json, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { freshData, start } from "./support/server.ts";

const MESSAGES = 2000;
const BASE = 1_600_000_000;
const args = ["--rate-limits", "off"];

async function sampleArchive(): Promise<Buffer> {
  const writer = new ArchiveWriter(memorySpool);
  for (let id = 1; id <= 20; id += 1) {
    const account = { role: 400, is_active: true, date_joined: BASE } as const;
    await writer.row("users", { id, delivery_email: `u${id}@example.org`, full_name: `User ${id}x`, ...account });
  }
  const open = { date_created: BASE, invite_only: false, history_public_to_subscribers: true };
  await writer.row("channels", { id: 1, name: "food", ...open });
  for (let index = 0; index < MESSAGES; index += 1) {
    const sent = { sender_id: 1 + (index % 20), sent_at: BASE + index };
    await writer.row("messages", { id: 10 + index, channel_id: 1, topic: "t", content: `m ${index}`, ...sent });
    const smile = { emoji_name: "smile", emoji_code: "1f642", reaction_type: "unicode_emoji" };
    if (index % 5 === 0) await writer.row("reactions", { message_id: 10 + index, user_id: 3, ...smile });
  }
  const facts = { program: "parley", version: "1", exported_at: BASE, scope: "whole", secrets: false } as const;
  const parts: Uint8Array[] = [];
  for await (const part of tarOf(await writer.finish(facts), 0)) parts.push(part);
  return Buffer.concat(parts);
}

async function upload(owner: Person, archive: Buffer): Promise<number> {
  const { import: made } = await owner.ok(owner.post("/imports", { size: archive.length }));
  const sha256 = createHash("sha256").update(archive).digest("hex");
  const response = await fetch(`${owner.url}/api/v1/imports/${made.id}/parts/1?filename=part&sha256=${sha256}`, {
    method: "PUT",
    headers: {
      Authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}`,
      "Content-Type": "application/octet-stream",
    },
    body: new Uint8Array(archive),
  });
  expect(response.status, await response.text()).toBe(200);
  return made.id;
}

async function allMessages(owner: Person): Promise<Json[]> {
  const found: Json[] = [];
  for (let anchor: number | "oldest" = "oldest"; ; anchor = found.at(-1).id) {
    const { messages, found_newest } = await owner.ok(
      owner.get("/messages", {
        ...{ anchor, include_anchor: anchor === "oldest", num_before: 0, num_after: 1000, apply_markdown: false },
        narrow: [{ operator: "channel", operand: "food" }],
      }),
    );
    found.push(...messages);
    if (found_newest) return found;
  }
}

test("an import that is killed again and again writes every row exactly once", async () => {
  const data = freshData();
  let server = await start({ data, args });
  let owner = await ownerOf(server);
  const id = await upload(owner, await sampleArchive());
  const look = async () => (await owner.ok(owner.get(`/imports/${id}`))).import;
  await owner.ok(owner.post(`/imports/${id}/check`));
  await until("the check has ended", async () => (await look()).state === "checked");
  await owner.ok(owner.post(`/imports/${id}/start`));
  for (const most of [200, 1200]) {
    await until("it has come further", async () => {
      const { state, phase, done } = await look();
      return state === "done" || (phase === "messages" && done >= most) || phase === "reactions";
    });
    await server.killHard("all");
    server = await start({ data, args });
    owner = await ownerOf(server);
  }
  await until("the import has ended", async () => (await look()).state !== "running");
  const { state, report } = await look();
  expect(state).toBe("done");
  expect(report.counts).toMatchObject({ messages: { in: MESSAGES, out: MESSAGES }, reactions: { in: 400, out: 400 } });
  const messages = await allMessages(owner);
  expect(messages.map(({ content }) => content)).toEqual(Array.from({ length: MESSAGES }, (_, index) => `m ${index}`));
  expect(messages.filter(({ reactions }) => reactions.length === 1)).toHaveLength(400);
  await server.stop();
});
