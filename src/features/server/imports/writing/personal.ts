import type { ArchiveRow } from "../../../../archive/tables.ts";
import { fillMarkup, type Markup, packMarkup } from "../../../../markup/index.ts";
import { toUserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { bytesOf } from "../../../../protocol/stock.ts";
import { inMilliseconds, seconds } from "../../../../util/time.ts";
import { topicKey } from "../../../conversations/public.ts";
import { attachmentAt, holdFiles } from "../../../files/attachments/public.ts";
import { markupNames } from "../../../messages/messages/public.ts";
import { REMINDER_TIMER } from "../../../messages/reminders/public.ts";
import { SCHEDULED_TIMER } from "../../../messages/scheduled-messages/public.ts";
import { adoptLastSeen } from "../../../people/presence/public.ts";
import { topicOf } from "./messages.ts";
import { LeftOut, type RowWriter } from "./table-writer.ts";
import {
  countOwned,
  insertDraft,
  insertEntry,
  insertMute,
  insertPreference,
  insertReminder,
  insertScheduled,
  insertSnippet,
  insertStep,
  insertView,
  insertWord,
  type OwnedTable,
} from "./thing-rows.ts";
import type { Writing } from "./writing.ts";

/** What one account may have of each table: of some also how many bytes. */
const most = {
  topic_preferences: { number: limits.account.topic_preferences },
  muted_users: { number: limits.account.muted_users },
  alert_words: { number: limits.account.alert_words },
  drafts: { number: limits.account.drafts, bytes: limits.account.kept_bytes },
  saved_snippets: { number: limits.account.saved_snippets, bytes: limits.account.kept_bytes },
  // Their HTML counts elsewhere, and is not known while an archive is checked; their number bounds it.
  scheduled_messages: { number: limits.account.scheduled_messages, bytes: limits.account.kept_bytes },
  reminders: { number: limits.account.reminders, bytes: limits.account.kept_bytes },
  navigation_views: { number: limits.account.navigation_views },
  bot_storage: { number: limits.account.stored_entries, bytes: limits.account.stored_bytes },
} as const satisfies Record<OwnedTable, { readonly number: number; readonly bytes?: number }>;

interface Thing {
  /** What no other one of the account's may have; absent where they may be alike. */
  readonly key?: string;
  readonly bytes?: number;
  readonly write: () => void;
}

/** Writes what belongs to one account, if the account was imported and has room for it. */
const owned =
  <Row extends { readonly user_id: number }>(
    table: OwnedTable,
    thingOf: (writing: Writing, user: number, row: Row, markup: Markup | undefined) => Thing | string,
  ) =>
  (writing: Writing, row: Row, line: { readonly markup?: Markup }): string | undefined => {
    const { noted, realm } = writing;
    const user = writing.id("user", row.user_id);
    if (user === undefined) return LeftOut.unknownUser;
    const thing = thingOf(writing, user, row, line.markup);
    if (typeof thing === "string") return thing;
    const { key, bytes = 0, write } = thing;
    if (key !== undefined && noted.find(table, `${user} ${key}`) !== undefined) return LeftOut.twice;
    const { number: mostThings, bytes: mostBytes = Number.POSITIVE_INFINITY } = { bytes: undefined, ...most[table] };
    const [numbers, sizes] = [`number of ${table} ${user}`, `bytes of ${table} ${user}`];
    const number = noted.number(numbers, () => countOwned(table)?.one(realm.sql, { user }).count ?? 0) + 1;
    const size = noted.number(sizes, () => 0) + bytes;
    if (number > mostThings || size > mostBytes) return LeftOut.tooMany;
    if (key !== undefined) noted.take(table, `${user} ${key}`);
    noted.set(numbers, number);
    if (bytes > 0) noted.set(sizes, size);
    if (writing.writes) write();
    return undefined;
  };

export const writePreference: RowWriter<"topic_preferences"> = owned("topic_preferences", (writing, user, row) => {
  const channel = writing.id("channel", row.channel_id);
  if (channel === undefined) return LeftOut.unknownChannel;
  const topic = topicOf(row.topic);
  const { visibility_policy: policy, last_updated } = row;
  const values = { user, channel, topic_key: topicKey(topic), topic, policy, updated_at: seconds(last_updated) };
  return { key: `${channel} ${topicKey(topic)}`, write: () => insertPreference.run(writing.realm.sql, values) };
});

export const writeMute: RowWriter<"muted_users"> = owned("muted_users", (writing, user, row) => {
  const muted = writing.id("user", row.muted_user_id);
  if (muted === undefined) return LeftOut.unknownUser;
  if (muted === user) return "people who have muted themselves";
  const values = { user, muted, muted_at: seconds(row.timestamp) };
  return { key: String(muted), write: () => insertMute.run(writing.realm.sql, values) };
});

export const writeWord: RowWriter<"alert_words"> = owned("alert_words", ({ realm }, user, { word }) => {
  const plain = word.trim();
  const key = plain.toLowerCase();
  return plain === ""
    ? "empty alert words"
    : { key, write: () => insertWord.run(realm.sql, { user, key, word: plain }) };
});

export const writeDraft: RowWriter<"drafts"> = owned("drafts", (writing, user, row) => {
  const kind = row.type === "stream" ? "channel" : "user";
  const to = row.to.map((id) => writing.id(kind, id));
  if (to.includes(undefined)) return "drafts to what is not in the archive";
  const { type, topic, content, timestamp } = row;
  const values = { user, type, recipients: JSON.stringify(to), topic, content, edited_at: seconds(timestamp) };
  return { bytes: bytesOf(topic, content), write: () => insertDraft.run(writing.realm.sql, values) };
});

export const writeSnippet: RowWriter<"saved_snippets"> = owned("saved_snippets", ({ realm }, user, row) => {
  const { title, content, date_created } = row;
  const values = { user, title, content, date_created: seconds(date_created) };
  return { bytes: bytesOf(title, content), write: () => insertSnippet.run(realm.sql, values) };
});

/** What is sent at a time that has passed while the organization moved is kept as failed: nobody waits for it now. */
const isPast = ({ realm }: Writing, { deliver_at }: { readonly deliver_at: number }) => deliver_at <= realm.seconds();

function textsOf({ realm }: Writing, { content }: { readonly content: string }, markup: Markup | undefined) {
  if (markup === undefined) throw new Error("the importer has not parsed a text");
  const { html, attachmentPaths } = fillMarkup(markup, markupNames(realm, null, { translateEmoticons: false }));
  return { texts: { content, markup: packMarkup(markup), html, realm_url: realm.url }, attachmentPaths };
}

export const writeScheduled: RowWriter<"scheduled_messages"> = owned(
  "scheduled_messages",
  (writing, user, row: ArchiveRow<"scheduled_messages">, markup) => {
    const { realm } = writing;
    const place = scheduledPlace(writing, user, row);
    if (place === undefined) return "scheduled messages to what is not in the archive";
    const failed = row.failed || isPast(writing, row);
    const due_at = seconds(row.deliver_at);
    const { client, read_by_sender } = row;
    return {
      bytes: bytesOf(row.content),
      write() {
        const { texts, attachmentPaths } = textsOf(writing, row, markup);
        const values = { user, ...place, ...texts, client, read_by_sender, due_at, failed };
        const { id } = insertScheduled.one(realm.sql, values);
        // The sender's own files wait with it; others are kept by the messages that link to them.
        const files = attachmentPaths.flatMap((path) => attachmentAt(realm, path) ?? []);
        const own = files.filter(({ owner_id }) => owner_id === user);
        holdFiles(realm, id, own);
        if (!failed) realm.timers.set(`${SCHEDULED_TIMER}:${id}`, inMilliseconds(due_at));
      },
    };
  },
);

function scheduledPlace(writing: Writing, user: number, row: ArchiveRow<"scheduled_messages">) {
  if ("channel_id" in row) {
    const channel = writing.id("channel", row.channel_id);
    return channel === undefined ? undefined : { channel, topic: topicOf(row.topic), recipients: null };
  }
  const to = row.to.flatMap((id) => writing.id("user", id) ?? []);
  if (to.length < row.to.length) return undefined;
  const others = [...new Set(to)].filter((id) => id !== user).sort((a, b) => a - b);
  return { channel: null, topic: "", recipients: JSON.stringify(others.length === 0 ? [user] : others) };
}

export const writeReminder: RowWriter<"reminders"> = owned("reminders", (writing, user, row, markup) => {
  const { realm } = writing;
  if (!writing.hasMessage(row.message_id)) return LeftOut.unknownMessage;
  const message = row.message_id + writing.offset;
  const failed = row.failed || isPast(writing, row);
  const due_at = seconds(row.deliver_at);
  return {
    bytes: bytesOf(row.content),
    write() {
      const values = { user, message, ...textsOf(writing, row, markup).texts, due_at, failed };
      const { id } = insertReminder.one(realm.sql, values);
      if (!failed) realm.timers.set(`${REMINDER_TIMER}:${id}`, inMilliseconds(due_at));
    },
  };
});

export const writeView: RowWriter<"navigation_views"> = owned("navigation_views", ({ realm }, user, row) => {
  const { fragment, is_pinned, name } = row;
  return { key: fragment, write: () => insertView.run(realm.sql, { user, fragment, is_pinned, name }) };
});

export const writeStep: RowWriter<"onboarding_steps"> = (writing, { user_id, name }) => {
  const user = writing.id("user", user_id);
  if (user === undefined) return LeftOut.unknownUser;
  if (!writing.noted.take("onboarding_steps", `${user} ${name}`)) return LeftOut.twice;
  if (writing.writes) insertStep.run(writing.realm.sql, { user: toUserId(user), name });
  return undefined;
};

export const writePresence: RowWriter<"presence"> = (writing, { user_id, active_at, idle_at }) => {
  const user = writing.id("user", user_id);
  if (user === undefined) return LeftOut.unknownUser;
  const time = (at: number | null) => (at === null || !writing.isPossible(at) ? null : seconds(at));
  if (writing.writes) adoptLastSeen(writing.realm, toUserId(user), { active: time(active_at), idle: time(idle_at) });
  return undefined;
};

export const writeEntry: RowWriter<"bot_storage"> = owned("bot_storage", ({ realm }, user, { key, value }) => {
  const size = bytesOf(key, value);
  if (size > limits.account.stored_entry_bytes) return LeftOut.tooMany;
  return { key, bytes: size, write: () => insertEntry.run(realm.sql, { user, key, size, value }) };
});
