import { createHash } from "node:crypto";
import { expect } from "vitest";
import { ArchiveWriter, tarOf } from "../../../src/archive-format/members.ts";
import { memorySpool } from "../../support/memory-spool.ts";
import type { Person } from "./person.ts";

const BASE = 1_600_000_000;

/** Returns an archive of an organization with twenty users and `messages` messages. */
export async function sampleArchive(messages: number): Promise<Buffer> {
  const writer = new ArchiveWriter(memorySpool);
  for (let id = 1; id <= 20; id += 1) {
    const account = { role: 400, is_active: true, date_joined: BASE } as const;
    await writer.row("users", { id, delivery_email: `u${id}@example.org`, full_name: `User ${id}x`, ...account });
  }
  const open = { date_created: BASE, invite_only: false, history_public_to_subscribers: true };
  await writer.row("channels", { id: 1, name: "food", ...open });
  for (let index = 0; index < messages; index += 1) {
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

/** Starts an import, and uploads its whole archive. */
export async function uploadArchive(owner: Person, archive: Buffer): Promise<number> {
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
