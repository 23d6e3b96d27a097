import type { ArchiveRow } from "../../../../archive-format/tables.ts";
import { type ImportContext, LeftOut, type ValidLine } from "../../../../realm/archive-io/writing.ts";

export const CONVERSATIONS = "direct conversations";
const NEWEST = "newest message";

/** Returns a key for the members of a direct conversation, in any order. */
export const conversationKey = (members: readonly number[]): string =>
  [...new Set(members)].sort((one, other) => one - other).join();

export function checkMessages(writing: ImportContext, lines: readonly ValidLine<"messages">[]): void {
  const accepted: number[] = [];
  let newest = writing.noted.number(NEWEST, () => 0);
  for (const { row, place } of lines) {
    const reason = row.id > newest ? omissionReason(writing, row) : LeftOut.notAscending;
    if (reason !== undefined) {
      writing.leftOut(reason, place);
      continue;
    }
    newest = row.id;
    accepted.push(newest);
    writing.wrote("messages");
  }
  writing.noted.set(NEWEST, newest);
  writing.noteMessages(
    lines.map(({ row }) => row.id),
    accepted,
  );
}

/**
 * Returns why a message would be omitted, or undefined if it would be imported. As in the import, its location is
 * checked first.
 */
function omissionReason(writing: ImportContext, row: ArchiveRow<"messages">): string | undefined {
  const place = placeProblemOf(writing, row);
  if (place !== undefined) return place;
  if (writing.id("user", row.sender_id) === undefined) return LeftOut.unknownSender;
  return writing.isPossible(row.sent_at) ? undefined : LeftOut.impossibleTime;
}

function placeProblemOf(writing: ImportContext, row: ArchiveRow<"messages">): string | undefined {
  if (!("members" in row)) {
    return writing.id("channel", row.channel_id) === undefined ? LeftOut.noChannelOfMessage : undefined;
  }
  const members = row.members.flatMap((id) => writing.id("user", id) ?? []);
  if (members.length < row.members.length) return LeftOut.unknownRecipient;
  if (!row.members.includes(row.sender_id)) return LeftOut.senderElsewhere;
  writing.noted.take(CONVERSATIONS, conversationKey(members));
  return undefined;
}
