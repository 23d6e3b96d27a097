import { archiveLimits } from "../../../../archive-format/archive-limits.ts";
import { bulkRowId } from "../../../../database/bulk-table.ts";
import { toConversationId } from "../../../../protocol/ids.ts";
import { type FeatureArchive, part, type Undoing } from "../../../../realm/archive-io/feature-archive.ts";
import type { Columns, ReadingContext } from "../../../../realm/archive-io/reading.ts";
import { type ImportContext, LeftOut, type ValidLine } from "../../../../realm/archive-io/writing.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import { includesItsMessage, messagesAfter, ofMessages } from "../../../conversations/archive.ts";
import { membersOfConversation, membersOfConversations } from "../../../conversations/conversations.ts";
import { hasFilesOf } from "../../../files/attachments/archive.ts";
import { usersToRead } from "../../../organization/accounts/archive.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";
import { decodeIds } from "../read-state/read-state-store.ts";
import { selectLow } from "../read-state/rows.ts";
import {
  assistantField,
  type EditHistoryEntry,
  parseEditHistory,
  visibleEditHistory,
} from "../store/message-object.ts";
import { PersonalFlag } from "../store/personal-flags.ts";
import { removeMessages } from "../store/removal.ts";
import { checkMessages } from "./check-messages.ts";
import { endReadState, writeReadStateRow, writeUnread } from "./read-state.ts";
import { addFlags, writeMessages } from "./write-messages.ts";

const FLAGS = [
  ["starred", PersonalFlag.starred],
  ["collapsed", PersonalFlag.collapsed],
  ["mentioned", PersonalFlag.mentioned],
  ["has_alert_word", PersonalFlag.hasAlertWord],
  ["historical", PersonalFlag.historical],
  ["hide_link_previews", PersonalFlag.hideLinkPreviews],
] as const;

const columns = `conversation_id channel_id sender_id topic content client sent_at last_edit_at last_moved_at
  edit_history grant_id`.split(/\s+/);

export const messageArchive: FeatureArchive = {
  tables: ["read_lows", "readings"],
  ofMessages: ["messages", "personal_flags"],
  leftOut: { wildcard_mentions: "follows from other tables", sent_messages: "of the moment" },
  parts: [
    part({
      table: "messages",
      // Fewer than for other tables, because messages are longer than other rows.
      atOnce: 200,
      reading: { from: "messages t", key: ["id"], columns, next: nextMessages },
      row(row, context) {
        const id = row.number("id");
        const members = row.members("conversation_members");
        if (!context.filter.includesMessage(id, row.columns["conversation_id"], row.textOrNull("conversation_members")))
          return undefined;
        const common = {
          id,
          sender_id: row.number("sender_id"),
          content: row.text("content"),
          client: row.text("client"),
          ...assistantField({ client: row.text("client"), grant_id: row.numberOrNull("grant_id") }, false),
          sent_at: row.number("sent_at"),
          last_edit_at: row.numberOrNull("last_edit_at"),
          last_moved_at: row.numberOrNull("last_moved_at"),
          edits: visibleEdits(context, row.textOrNull("edit_history")).map(edit),
        };
        if (members !== undefined) return { ...common, members };
        return { ...common, channel_id: row.number("channel_id"), topic: row.text("topic") };
      },
      writeAll(writing, lines) {
        noteMissingFiles(writing, lines);
        if (writing.writes) writeMessages(writing, lines);
        else checkMessages(writing, lines);
      },
    }),
    part({
      table: "flags",
      reading: ofMessages("personal_flags t", { key: ["message_id", "user_id"], columns: ["flags"] }),
      row(row, context) {
        const user_id = row.number("user_id");
        if (!context.filter.includesPrivateDataOf(user_id) || !includesItsMessage(row, context)) return undefined;
        const flags = FLAGS.filter(([, bit]) => (row.number("flags") & bit) !== 0).map(([name]) => name);
        return flags.length === 0 ? undefined : { user_id, message_id: row.number("message_id"), flags };
      },
      write(writing, row) {
        const user = writing.id("user", row.user_id);
        if (user === undefined) return LeftOut.unknownUser;
        if (!writing.hasMessage(row.message_id)) return LeftOut.unknownMessage;
        const bits = FLAGS.reduce((all, [name, bit]) => (row.flags.includes(name) ? all | bit : all), 0);
        const rows = JSON.stringify([[row.message_id + writing.offset, user, bits]]);
        if (writing.writes) addFlags.run(writing.realm.sql, { rows });
        return undefined;
      },
    }),
    part({ table: "unread", write: writeUnread }),
    part({
      table: "read_state",
      name: "read_lows",
      only: "whole",
      reading: usersToRead,
      row(row, { realm, newest }) {
        const user = row.number("id");
        return { user_id: user, low: Math.min(selectLow.first(realm.sql, { user })?.low ?? 0, newest) };
      },
      write: writeReadStateRow,
    }),
    part({
      table: "read_state",
      name: "readings",
      only: "whole",
      atOnce: 50,
      reading: { from: "readings t", key: ["user_id", "conversation_id"], columns: ["low", "read", "unread"] },
      rows(row, { realm, newest }) {
        const upTo = (column: string) => decodeIds(row.bytes(column)).filter((id) => id <= newest);
        const conversation = toConversationId(row.number("conversation_id"));
        const channel = channelIndex(realm).byConversation.get(conversation);
        const common = { user_id: row.number("user_id"), low: Math.min(row.number("low"), newest) };
        const parts = pieces(upTo("read"), upTo("unread"));
        if (channel !== undefined) return parts.map((ids) => ({ ...common, ...ids, channel_id: channel.id }));
        const members = [...membersOfConversation(realm, conversation)];
        return members.length === 0 ? [] : parts.map((ids) => ({ ...common, ...ids, members }));
      },
    }),
  ],
  finish: endReadState,
  undoSome: removeImported,
};

/** Reads the next messages from D1, because the realm has only the newest ones. */
async function nextMessages(
  { realm, bulk, newest }: ReadingContext,
  { after, most }: { readonly after: readonly unknown[] | null; readonly most: number },
): Promise<Columns[]> {
  if (after === null) await realm.shipper.caughtUp();
  const { results } = await bulk.database
    .prepare(
      `SELECT id, ${columns.join(", ")} FROM messages WHERE key > ?1 AND key <= ?2 ORDER BY key LIMIT CAST(?3 AS INTEGER)`,
    )
    .bind(bulkRowId(bulk.realm, Number(after?.[0] ?? 0)), bulkRowId(bulk.realm, newest), most)
    .all<Columns>();
  const conversations = new Set(results.map((row) => toConversationId(Number(row["conversation_id"]))));
  const members = membersOfConversations(realm, conversations);
  return results.map((row) => ({
    ...row,
    conversation_members: members.get(toConversationId(Number(row["conversation_id"])))?.join(",") ?? null,
  }));
}

/**
 * Returns an edit history: all of it for whole archives, otherwise the part that the organization shows to its users
 * (messages.md 9).
 */
function visibleEdits({ realm, filter }: ReadingContext, history: string | null): EditHistoryEntry[] {
  if (history === null) return [];
  const policy = realmSettings(realm).message_edit_history_visibility_policy;
  return visibleEditHistory(parseEditHistory(history), filter.isWhole ? "all" : policy);
}

/** Removes rendered content from an edit history entry. Importers render it again. */
const edit = ({ prev_rendered_content, ...entry }: EditHistoryEntry) => entry;

/** Splits id lists into rows. Returns at least one row, even for empty lists. */
function pieces(read: readonly number[], unread: readonly number[]) {
  const count = Math.max(1, Math.ceil(Math.max(read.length, unread.length) / archiveLimits.ids_in_row));
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index * archiveLimits.ids_in_row, (index + 1) * archiveLimits.ids_in_row];
    return { read: read.slice(from, to), unread: unread.slice(from, to) };
  });
}

/** Reports messages that link to uploaded files missing from the archive, because those links are dead. */
function noteMissingFiles(writing: ImportContext, lines: readonly ValidLine<"messages">[]): void {
  for (const { row, place } of lines) {
    if (row.content.includes("user_uploads/") && !hasFilesOf(writing, row.content))
      writing.leftOut("messages with links to files that are not in the archive", place);
  }
}

const MESSAGES_AT_ONCE = 200;

function removeImported({ realm, newestBefore }: Undoing): boolean {
  const ids = messagesAfter(realm, newestBefore, MESSAGES_AT_ONCE);
  if (ids.length > 0) removeMessages(realm, ids);
  return ids.length > 0;
}
