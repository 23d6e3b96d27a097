import * as v from "valibot";
import { type Source, source } from "./source.ts";

const draftType = v.picklist(["", "stream", "private"]);

/** What accounts keep for themselves: an export has that of those who consent. */
const personalSources: readonly Source[] = [
  source({
    table: "muted_users",
    reads: ["muted_users"],
    reading: { from: "muted_users t", key: ["user_id", "muted_user_id"], columns: ["muted_at"] },
    row: (row) => ({
      user_id: row.number("user_id"),
      muted_user_id: row.number("muted_user_id"),
      timestamp: row.number("muted_at"),
    }),
  }),
  source({
    table: "alert_words",
    reads: ["alert_words"],
    reading: { from: "alert_words t", key: ["user_id", "key"], columns: ["word"] },
    row: (row) => ({ user_id: row.number("user_id"), word: row.text("word") }),
  }),
  source({
    table: "drafts",
    reads: ["drafts"],
    reading: {
      from: "drafts t",
      key: ["id"],
      columns: ["user_id", "type", "recipients", "topic", "content", "edited_at"],
    },
    row: (row) => ({
      user_id: row.number("user_id"),
      type: v.parse(draftType, row.text("type")),
      to: row.ids("recipients"),
      topic: row.text("topic"),
      content: row.text("content"),
      timestamp: row.number("edited_at"),
    }),
  }),
  source({
    table: "saved_snippets",
    reads: ["saved_snippets"],
    reading: { from: "saved_snippets t", key: ["id"], columns: ["user_id", "title", "content", "date_created"] },
    row: (row) => ({
      user_id: row.number("user_id"),
      title: row.text("title"),
      content: row.text("content"),
      date_created: row.number("date_created"),
    }),
  }),
  source({
    table: "scheduled_messages",
    reads: ["scheduled_messages"],
    reading: {
      from: "scheduled_messages t",
      key: ["id"],
      columns: `user_id channel_id topic recipients content client read_by_sender due_at failed`.split(" "),
    },
    row(row) {
      const common = {
        user_id: row.number("user_id"),
        content: row.text("content"),
        deliver_at: row.number("due_at"),
        failed: row.flag("failed"),
        client: row.text("client"),
        read_by_sender: row.flag("read_by_sender"),
      };
      const channel_id = row.numberOrNull("channel_id");
      return channel_id === null
        ? { ...common, to: row.ids("recipients") }
        : { ...common, channel_id, topic: row.text("topic") };
    },
  }),
  source({
    table: "reminders",
    reads: ["reminders"],
    reading: {
      from: "reminders t",
      where: "t.message_id <= :newest",
      key: ["id"],
      columns: ["user_id", "message_id", "content", "due_at", "failed"],
    },
    row: (row) => ({
      user_id: row.number("user_id"),
      message_id: row.number("message_id"),
      content: row.text("content"),
      deliver_at: row.number("due_at"),
      failed: row.flag("failed"),
    }),
  }),
  source({
    table: "navigation_views",
    reads: ["navigation_views"],
    reading: { from: "navigation_views t", key: ["user_id", "fragment"], columns: ["is_pinned", "name"] },
    row: (row) => ({
      user_id: row.number("user_id"),
      fragment: row.text("fragment"),
      is_pinned: row.flag("is_pinned"),
      name: row.textOrNull("name"),
    }),
  }),
  source({
    table: "onboarding_steps",
    reads: ["onboarding_steps_seen"],
    reading: { from: "onboarding_steps_seen t", key: ["user_id", "name"], columns: [] },
    row: (row) => ({ user_id: row.number("user_id"), name: row.text("name") }),
  }),
  source({
    table: "bot_storage",
    reads: ["bot_storage"],
    // An entry may have two megabytes.
    atOnce: 10,
    reading: { from: "bot_storage t", key: ["user_id", "key"], columns: ["value"] },
    row: (row) => ({ user_id: row.number("user_id"), key: row.text("key"), value: row.text("value") }),
  }),
];

/** The same, of which nothing is made for whoever does not consent. */
export const ofWhoeverConsents: readonly Source[] = personalSources.map((one) => ({
  ...one,
  rows: (row, context) => (context.filter.includesPrivateDataOf(row.columns["user_id"]) ? one.rows(row, context) : []),
}));
