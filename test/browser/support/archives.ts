import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ArchiveWriter, tarOf } from "../../../src/archive-format/members.ts";
import type { TableName } from "../../../src/archive-format/tables.ts";
import { removeData } from "../../process/support/launch.ts";
import { gathered } from "../../support/gathered.ts";
import { memorySpool } from "../../support/memory-spool.ts";
import { slackMembersOf, slackSample, slackZip } from "../../support/slack-export.ts";
import { exportMembers, zulipExport, zulipMessage } from "../../support/zulip-export.ts";

/** Writes a temporary file, which is deleted when the test ends. Returns its path. */
export function fileWith(name: string, content: Uint8Array | string): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-archive-"));
  onTestFinished(() => removeData(folder));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const bytesOf = async (content: Blob) => new Uint8Array(await content.arrayBuffer());

/** Writes a Zulip export with additional messages and an incompressible file. Returns its path. */
export async function zulipFile({ messages = 0, fileBytes = 0 } = {}): Promise<string> {
  const zerver_message = Array.from({ length: messages }, (_, index) => zulipMessage(1000 + index));
  const members = exportMembers({
    ...(messages > 0 && { "messages-000002.json": { zerver_message, zerver_usermessage: [] } }),
    ...(fileBytes > 0 && { "uploads/2/ab/token/plan.txt": randomBytes(fileBytes) }),
  });
  return fileWith("zulip-export.tar.gz", await bytesOf(await zulipExport(members)));
}

/** Writes a Slack export in which one person has no email and one is from another workspace. Returns its path. */
export const slackFile = async (): Promise<string> =>
  fileWith("slack-export.zip", await bytesOf(await slackZip(slackMembersOf(slackSample()))));

/**
 * Writes a Parley archive with messages in a channel, and returns its path. In a damaged archive, a piece doesn't match
 * its digest.
 */
export async function parleyFile({ messages = 3, isDamaged = false } = {}): Promise<string> {
  const sent_at = 1_600_000_000;
  const rows: Partial<Record<TableName, readonly object[]>> = {
    organization: [{ name: "Harbour", description: "", settings: {} }],
    users: [{ id: 1, delivery_email: "noah@example.com", full_name: "Noah Moved", role: 400, date_joined: sent_at }],
    channels: [{ id: 1, name: "quay", description: "", date_created: sent_at }],
    messages: Array.from({ length: messages }, (_, index) => ({
      ...{ id: index + 1, sender_id: 1, channel_id: 1, topic: "berths" },
      ...{ content: `berth **${index + 1}** is free`, sent_at: sent_at + index },
    })),
  };
  const writer = new ArchiveWriter(memorySpool);
  for (const [table, list] of Object.entries(rows)) {
    for (const row of list) await writer.row(table as TableName, row as never);
  }
  const facts = { program: "parley", version: "1", exported_at: sent_at, scope: "whole", secrets: false } as const;
  const members = await writer.finish(facts);
  const damaged = members.map(({ name, content }) =>
    isDamaged && name.startsWith("tables/users/")
      ? { name, content: new Blob([new Uint8Array(content.size)]) }
      : { name, content },
  );
  const tar = new Blob((await gathered(tarOf(damaged, 0))).map((part) => part.slice()));
  return fileWith("whole.tar", await bytesOf(tar));
}
