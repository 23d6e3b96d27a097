import type { ManifestFacts } from "../../src/archive-format/manifest.ts";
import { ArchiveWriter, type Member, tarOf } from "../../src/archive-format/members.ts";
import { memorySpool } from "../support/memory-spool.ts";

export const facts: ManifestFacts = {
  program: "parley",
  version: "1.0",
  feature_level: 400,
  origin: "https://tea.example",
  exported_at: 1_700_000_000,
  scope: "whole",
  secrets: false,
};

/** Writes an archive with one file, and with a few rows of several tables. Returns its members. */
export async function sampleMembers(): Promise<Member[]> {
  const writer = new ArchiveWriter(memorySpool);
  const file = await writer.file("files/uploads/1", new Blob(["tea leaves"]));
  const sent = { sender_id: 1, sent_at: 1_600_000_000 };
  await writer.row("messages", { id: 1, ...sent, channel_id: 1, topic: "tea", content: "**green** 🍵" });
  await writer.row("messages", { id: 2, ...sent, members: [1], content: "note" });
  await writer.row("organization", { name: "Tea", description: "", settings: { waiting_period_threshold: 3 } });
  await writer.row("users", {
    id: 1,
    delivery_email: "ada@tea.example",
    full_name: "Ada",
    role: 100,
    is_active: true,
    date_joined: 1_500_000_000,
  });
  await writer.row("channels", {
    id: 1,
    name: "kettle",
    date_created: 1_500_000_000,
    invite_only: false,
    history_public_to_subscribers: true,
  });
  await writer.row("files", {
    id: 1,
    name: "leaves.txt",
    content_type: "text/plain",
    path_id: "2/ab/leaves.txt",
    ...file,
  });
  return writer.finish(facts);
}

export async function tarBlob(members: readonly Member[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of tarOf(members, facts.exported_at)) parts.push(part.slice());
  return new Blob(parts);
}

export const text = (member: Member | undefined): Promise<string> => (member?.content ?? new Blob()).text();
