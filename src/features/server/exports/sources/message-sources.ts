import { archiveLimits } from "../../../../archive/archive-limits.ts";
import { currentEmojiCode } from "../../../../markup/index.ts";
import { decodeIds, type EditHistoryEntry, PersonalFlag } from "../../../messages/messages/public.ts";
import { type Reading, type Source, type SourceContext, source, sourceOfMany } from "./source.ts";
import type { SourceRow } from "./source-row.ts";

/** What rows that belong to a message are joined with, so that the export has those of the messages that it has. */
const ofMessage = (from: string, { key, columns }: Pick<Reading, "key" | "columns">): Reading => ({
  from: `${from} JOIN message_index i ON i.id = t.message_id JOIN conversations c ON c.id = i.conversation_id`,
  where: "t.message_id <= :newest",
  key,
  columns: [...columns, "i.conversation_id AS message_conversation", "c.members AS conversation_members"],
});
const includesItsMessage = (row: SourceRow, { filter }: SourceContext) =>
  filter.includesMessage(
    row.number("message_id"),
    row.columns["message_conversation"],
    row.textOrNull("conversation_members"),
  );

/** An entry of an edit history without what is rendered: whoever imports renders anew. */
const edit = ({ prev_rendered_content, ...entry }: EditHistoryEntry) => entry;

const FLAGS = [
  ["starred", PersonalFlag.starred],
  ["collapsed", PersonalFlag.collapsed],
  ["mentioned", PersonalFlag.mentioned],
  ["has_alert_word", PersonalFlag.hasAlertWord],
  ["historical", PersonalFlag.historical],
] as const;

/** Lists of ids cut into those of one row each; one row at least. */
function pieces(read: readonly number[], unread: readonly number[]) {
  const count = Math.max(1, Math.ceil(Math.max(read.length, unread.length) / archiveLimits.ids_in_row));
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index * archiveLimits.ids_in_row, (index + 1) * archiveLimits.ids_in_row];
    return { read: read.slice(from, to), unread: unread.slice(from, to) };
  });
}

export const messageSources: readonly Source[] = [
  source({
    table: "messages",
    reads: ["messages", "message_index", "conversations", "topics"],
    ofBulk: true,
    // Fewer than of other tables, since messages are longer than other rows.
    atOnce: 200,
    reading: {
      from: "messages t",
      key: ["id"],
      columns: `conversation_id channel_id sender_id topic content client sent_at last_edit_at last_moved_at
        edit_history`.split(/\s+/),
    },
    row(row, { filter }) {
      const id = row.number("id");
      const members = row.members("conversation_members");
      if (!filter.includesMessage(id, row.columns["conversation_id"], row.textOrNull("conversation_members")))
        return undefined;
      const common = {
        id,
        sender_id: row.number("sender_id"),
        content: row.text("content"),
        client: row.text("client"),
        sent_at: row.number("sent_at"),
        last_edit_at: row.numberOrNull("last_edit_at"),
        last_moved_at: row.numberOrNull("last_moved_at"),
        edits: filter.visibleEdits(row.textOrNull("edit_history")).map(edit),
      };
      if (members !== undefined) return { ...common, members };
      return { ...common, channel_id: row.number("channel_id"), topic: row.text("topic") };
    },
  }),
  source({
    table: "reactions",
    reads: ["reactions"],
    reading: ofMessage("reactions t", {
      key: ["message_id", "seq", "user_id", "reaction_type", "emoji_code"],
      columns: ["emoji_name"],
    }),
    row: (row, context) =>
      includesItsMessage(row, context)
        ? {
            message_id: row.number("message_id"),
            user_id: row.number("user_id"),
            emoji_name: row.text("emoji_name"),
            emoji_code: currentEmojiCode(row.text("emoji_code")),
            reaction_type: row.text("reaction_type"),
          }
        : undefined,
  }),
  source({
    table: "submessages",
    reads: ["submessages"],
    reading: ofMessage("submessages t", { key: ["message_id", "id"], columns: ["sender_id", "msg_type", "content"] }),
    row: (row, context) =>
      includesItsMessage(row, context)
        ? {
            message_id: row.number("message_id"),
            sender_id: row.number("sender_id"),
            msg_type: row.text("msg_type"),
            content: row.text("content"),
          }
        : undefined,
  }),
  source({
    table: "flags",
    reads: ["personal_flags"],
    reading: ofMessage("personal_flags t", { key: ["message_id", "user_id"], columns: ["flags"] }),
    row(row, context) {
      const user_id = row.number("user_id");
      if (!context.filter.includesPrivateDataOf(user_id) || !includesItsMessage(row, context)) return undefined;
      const flags = FLAGS.filter(([, bit]) => (row.number("flags") & bit) !== 0).map(([name]) => name);
      return flags.length === 0 ? undefined : { user_id, message_id: row.number("message_id"), flags };
    },
  }),
  source({
    table: "read_state",
    name: "read_lows",
    only: "whole",
    reads: ["read_lows"],
    reading: { from: "users t LEFT JOIN read_lows r ON r.user_id = t.id", key: ["id"], columns: ["r.low"] },
    row: (row, { newest }) => ({ user_id: row.number("id"), low: Math.min(row.numberOrNull("low") ?? 0, newest) }),
  }),
  sourceOfMany({
    table: "read_state",
    name: "readings",
    only: "whole",
    atOnce: 50,
    reads: ["readings"],
    reading: {
      from: `readings t JOIN conversations c ON c.id = t.conversation_id
        LEFT JOIN channels h ON h.conversation_id = t.conversation_id`,
      key: ["user_id", "conversation_id"],
      columns: ["low", "read", "unread", "c.members", "h.id AS channel_id"],
    },
    rows(row, { newest }) {
      const upTo = (column: string) => decodeIds(row.bytes(column)).filter((id) => id <= newest);
      const members = row.members("members");
      const channel_id = row.numberOrNull("channel_id");
      const common = { user_id: row.number("user_id"), low: Math.min(row.number("low"), newest) };
      const parts = pieces(upTo("read"), upTo("unread"));
      if (members !== undefined) return parts.map((ids) => ({ ...common, ...ids, members }));
      return channel_id === null ? [] : parts.map((ids) => ({ ...common, ...ids, channel_id }));
    },
  }),
];
