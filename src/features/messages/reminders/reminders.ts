import { statement } from "../../../database/statement.ts";
import { fillMarkup, type Markup, packMarkup, type Rendered, readMarkup } from "../../../markup/index.ts";
import { type Actor, isAssistant } from "../../../protocol/actor.ts";
import { notFound } from "../../../protocol/errors.ts";
import { type MessageId, toMessageId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf, checkCount, checkQuota, type Usage } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { inMilliseconds, type Seconds } from "../../../util/time.ts";
import { placesOfMessages } from "../../conversations/conversations.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { importedTexts, isPast } from "../core/archive/imported-texts.ts";
import { markupNames } from "../core/send/markup-names.ts";
import { type Rewrite, type Rewriting, rewritten } from "../core/send/rewritten.ts";
import { readerOf } from "../core/store/access.ts";
import {
  archivedRecurrence,
  importedRecurrence,
  NO_RECURRENCE,
  nextDue,
  type RecurrenceColumns,
  type Repeating,
  recurrenceColumns,
  recurrenceObject,
} from "../scheduled-messages/recurrence.ts";
import { type Reminder, reminderRemoved, remindersAdded } from "./events.ts";

export const schema = [
  `CREATE TABLE reminders (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     message_id INTEGER NOT NULL,
     content TEXT NOT NULL,
     -- JSON: the parsed content, so that sending the reminder doesn't need the parser.
     markup TEXT NOT NULL,
     html TEXT NOT NULL,
     realm_url TEXT NOT NULL,
     due_at INTEGER NOT NULL,
     failed INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX reminders_by_user ON reminders (user_id, due_at);
   CREATE INDEX reminders_by_message ON reminders (message_id);`,
  // Grant of the assistant that set the reminder. Null if no assistant did, or the reminder was imported.
  "ALTER TABLE reminders ADD COLUMN grant_id INTEGER",
  `-- A rule of RFC 5545, its time zone and its first time. Null if the reminder doesn't repeat.
   ALTER TABLE reminders ADD COLUMN recurrence TEXT;
   ALTER TABLE reminders ADD COLUMN time_zone TEXT;
   ALTER TABLE reminders ADD COLUMN recurrence_start INTEGER;`,
  // The note within the content, or null if it isn't known.
  "ALTER TABLE reminders ADD COLUMN note TEXT",
];

interface ReminderRow extends RecurrenceColumns {
  readonly id: number;
  readonly user_id: UserId;
  readonly message_id: MessageId;
  readonly content: string;
  readonly markup: string;
  readonly html: string;
  /** Written for earlier versions of the server, which need it to render. */
  readonly realm_url: string;
  readonly due_at: Seconds;
  readonly failed: number;
  readonly grant_id: number | null;
  readonly note: string | null;
}

const writtenColumns =
  "user_id, message_id, content, markup, html, realm_url, due_at, failed, grant_id, recurrence, time_zone, recurrence_start, note";
const reminderColumns = `id, ${writtenColumns}`;

const reminderById = statement<{ id: number }, ReminderRow>(`SELECT ${reminderColumns} FROM reminders WHERE id = :id`);
const remindersOfUser = statement<{ user: number }, ReminderRow>(
  `SELECT ${reminderColumns} FROM reminders WHERE user_id = :user ORDER BY due_at, id`,
);
const remindersAfter = statement<{ after: number; most: number }, ReminderRow>(
  `SELECT ${reminderColumns} FROM reminders WHERE id > :after ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
const selectExtent = statement<{ user: number }, Usage>(
  `SELECT count(*) AS number, coalesce(sum(octet_length(content) + octet_length(markup) + octet_length(html)), 0) AS bytes
   FROM reminders WHERE user_id = :user`,
);
const remindersOfMessages = statement<{ messages: string }, ReminderRow>(
  `SELECT ${reminderColumns} FROM reminders WHERE message_id IN (SELECT value FROM json_each(:messages)) ORDER BY id`,
);
const insertReminder = statement<Omit<ReminderRow, "id">, ReminderRow>(
  `INSERT INTO reminders (${writtenColumns})
   VALUES (:user_id, :message_id, :content, :markup, :html, :realm_url, :due_at, :failed, :grant_id, :recurrence,
     :time_zone, :recurrence_start, :note)
   RETURNING ${reminderColumns}`,
);
const writeReminder = statement<Omit<ReminderRow, "user_id" | "message_id" | "realm_url">, ReminderRow>(
  `UPDATE reminders
   SET content = :content, markup = :markup, html = :html, due_at = :due_at, failed = :failed, grant_id = :grant_id,
     recurrence = :recurrence, time_zone = :time_zone, recurrence_start = :recurrence_start, note = :note
   WHERE id = :id RETURNING ${reminderColumns}`,
);
const selectRepeating = statement<{ user: number }, { number: number }>(
  "SELECT count(*) AS number FROM reminders WHERE user_id = :user AND recurrence IS NOT NULL",
);
const failReminder = statement<{ id: number }>("UPDATE reminders SET failed = 1 WHERE id = :id");
const deleteReminder = statement<{ id: number }>("DELETE FROM reminders WHERE id = :id");

const limit = { most: limits.account.reminders, things: "reminders" };
const repeatingLimit = { most: limits.account.repeating_reminders, things: "repeating reminders" };

export const TIMER = "reminder";
const timerOf = (id: number) => `${TIMER}:${id}`;

const reminderObject = (row: ReminderRow): Reminder => ({
  reminder_id: row.id,
  type: "private",
  to: [row.user_id],
  content: row.content,
  rendered_content: row.html,
  scheduled_delivery_timestamp: row.due_at,
  failed: row.failed === 1,
  reminder_target_message_id: row.message_id,
  ...recurrenceObject(row),
  ...(row.note !== null && { note: row.note }),
});

/**
 * Returns a user's reminders in the order they are due. For an assistant, returns only those of messages it can read.
 */
export function remindersOf(realm: Realm, { user_id: user, ...actor }: Actor): Reminder[] {
  const rows = remindersOfUser.all(realm.sql, { user });
  if (!isAssistant(actor)) return rows.map(reminderObject);
  const places = placesOfMessages(
    realm,
    rows.map(({ message_id }) => message_id),
  );
  const reads = readerOf(realm, { user_id: user, ...actor });
  const readable = new Set(places.filter(reads).map(({ id }) => id));
  return rows.filter(({ message_id }) => readable.has(message_id)).map(reminderObject);
}

/** Returns a user's reminder. An assistant can only access those it set itself. */
export function accessReminder(realm: Realm, { user_id, grant }: Actor, id: number): ReminderRow {
  const row = reminderById.first(realm.sql, { id });
  const isTheirs = row?.user_id === user_id && (grant === undefined || row.grant_id === grant.id);
  if (!isTheirs) throw notFound("Reminder does not exist");
  return row;
}

export interface ReminderText {
  readonly content: string;
  readonly markup: Markup;
  readonly note: string;
}

const textColumns = (realm: Realm, actor: Actor, { content, markup, note }: ReminderText) => ({
  ...{ content, markup: packMarkup(markup), html: render(realm, actor, markup).html, note },
});

const sizeOf = ({ content, markup, html }: Pick<ReminderRow, "content" | "markup" | "html">) =>
  byteLengthOf(content, markup, html);

/** Throws if one more reminder, or more bytes, would exceed a limit. */
const checkExtent = (realm: Realm, user: UserId, more: Usage) =>
  checkQuota(selectExtent.one(realm.sql, { user }), more, limit);

function checkRepeating(realm: Realm, user: UserId): void {
  const { number } = selectRepeating.one(realm.sql, { user });
  checkCount(number + 1, repeatingLimit.most, repeatingLimit.things);
}

interface NewReminder {
  readonly message: MessageId;
  readonly text: ReminderText;
  readonly due: Repeating;
}

export function addReminder(realm: Realm, actor: Actor, { message, text, due }: NewReminder) {
  const { user_id } = actor;
  const texts = textColumns(realm, actor, text);
  checkExtent(realm, user_id, { number: 1, bytes: sizeOf(texts) });
  if (due.recurrence !== null) checkRepeating(realm, user_id);
  const row = insertReminder.one(realm.sql, {
    ...texts,
    user_id,
    message_id: message,
    realm_url: realm.url,
    ...due,
    failed: 0,
    grant_id: actor.grant?.id ?? null,
  });
  announce(realm, row);
  return row.id;
}

function announce(realm: Realm, row: ReminderRow): void {
  realm.timers.set(timerOf(row.id), inMilliseconds(row.due_at));
  realm.emit(remindersAdded({ reminders: [reminderObject(row)] }), only(row.user_id));
}

/**
 * Changes a reminder, or all occurrences of a repeating one. From then on it counts as the user's own, even if an
 * assistant set it.
 */
export function changeReminder(
  realm: Realm,
  actor: Actor,
  row: ReminderRow,
  { text, due }: { readonly text: ReminderText | undefined; readonly due: Repeating | undefined },
): void {
  const times = due && { ...due, failed: 0 };
  if (row.recurrence === null && due !== undefined && due.recurrence !== null) checkRepeating(realm, row.user_id);
  const changed = { ...row, ...(text && textColumns(realm, actor, text)), ...times, grant_id: null };
  const bytes = sizeOf(changed) - sizeOf(row);
  if (bytes > 0) checkExtent(realm, row.user_id, { number: 0, bytes });
  write(realm, changed);
}

/** Changes only the next occurrence of a repeating reminder. It becomes a separate reminder, and the rest continue. */
export function changeNextReminder(
  realm: Realm,
  actor: Actor,
  row: ReminderRow,
  { text, due = row.due_at }: { readonly text: ReminderText | undefined; readonly due: Seconds | undefined },
): void {
  const times = { ...NO_RECURRENCE, due_at: due };
  const next = nextDue(realm, row);
  if (next === undefined) {
    changeReminder(realm, actor, row, { text, due: times });
    return;
  }
  const own = { ...row, ...(text && textColumns(realm, actor, text)), ...times, grant_id: null };
  checkExtent(realm, row.user_id, { number: 1, bytes: sizeOf(own) });
  announce(realm, insertReminder.one(realm.sql, own));
  write(realm, { ...row, due_at: next });
}

/** Low, because each reminder can be as long as a message. */
const REMINDERS_PER_STEP = 50;

/** Applies `rewrite` to the next reminders after an id. Returns a function that writes those that it changes. */
export async function rewriteReminders(realm: Realm, after: number, rewrite: Rewrite): Promise<Rewriting> {
  const rows = remindersAfter.all(realm.sql, { after, most: REMINDERS_PER_STEP });
  const changed = await rewritten(rows, rewrite);
  return () => {
    for (const { row, texts } of changed) {
      const now = reminderById.first(realm.sql, { id: row.id });
      if (now?.content === row.content) {
        const note = texts.content === now.content ? now.note : null;
        write(realm, { ...now, ...texts, note });
      }
    }
    return rows.length < REMINDERS_PER_STEP ? null : (rows.at(-1)?.id ?? null);
  };
}

/** Writes a changed reminder. Emits it as removed and added, because Zulip's API has no event for a change. */
function write(realm: Realm, row: ReminderRow): void {
  realm.emit(reminderRemoved({ reminder_id: row.id }), only(row.user_id));
  announce(realm, writeReminder.one(realm.sql, { ...row }));
}

/** Moves a repeating reminder to its next occurrence, or deletes it if there is none. */
export function skipReminder(realm: Realm, row: ReminderRow): void {
  const due_at = nextDue(realm, row);
  if (due_at === undefined) {
    removeReminder(realm, row);
    return;
  }
  write(realm, { ...row, due_at });
}

export function removeAllReminders(realm: Realm, user: UserId): void {
  for (const row of remindersOfUser.all(realm.sql, { user })) removeReminder(realm, row);
}

export function removeReminder(realm: Realm, { id, user_id }: ReminderRow): void {
  deleteReminder.run(realm.sql, { id });
  realm.timers.clear(timerOf(id));
  realm.emit(reminderRemoved({ reminder_id: id }), only(user_id));
}

/** Deletes the reminders of messages that are about to be deleted, because reminders quote their message. */
export function removeRemindersOf(realm: Realm, messages: readonly MessageId[]): void {
  const found = remindersOfMessages.all(realm.sql, { messages: JSON.stringify(messages) });
  for (const row of found) removeReminder(realm, row);
}

/**
 * Sends a reminder and, in the same change, deletes it or moves it to its next occurrence. Even a late one is sent,
 * unless its user is inactive or the organization is deactivated.
 */
export function sendReminder(realm: Realm, id: number): void {
  const row = reminderById.first(realm.sql, { id });
  if (row === undefined || row.failed === 1) return;
  const user = accessUser(realm, null, row.user_id);
  if (user.is_active === 0 || isDeactivated(realm)) {
    if (nextDue(realm, row) !== undefined) skipReminder(realm, row);
    else failReminder.run(realm.sql, { id });
    return;
  }
  const rendered = render(realm, actorOf(user), readMarkup(row.markup, row.content));
  sendDirectNotice(realm, { to: user.id, content: row.content, rendered });
  skipReminder(realm, row);
}

/**
 * Renders a reminder as if its reader had written it, because the quoted text may name channels that the reader can't
 * see.
 */
const render = (realm: Realm, reader: Actor, markup: Markup): Rendered =>
  fillMarkup(markup, markupNames(realm, reader));

export const reminderArchive = ownedArchive("reminders", {
  most: { number: limits.account.reminders, bytes: limits.account.kept_bytes },
  reading: {
    where: "t.message_id <= :newest",
    key: ["id"],
    columns: ["user_id", "message_id", "content", "t.due_at AS deliver_at", "failed", "note", ...recurrenceColumns],
  },
  row(row) {
    const place = { user_id: row.number("user_id"), message_id: row.number("message_id") };
    const { note, ...fields } = row.of("reminders");
    return { ...place, ...fields, ...(typeof note === "string" && { note }), ...archivedRecurrence(row) };
  },
  write(writing, user, row, markup) {
    const { realm } = writing;
    if (!writing.hasMessage(row.message_id)) return LeftOut.unknownMessage;
    const message_id = toMessageId(row.message_id + writing.offset);
    const due = importedRecurrence(realm, row.repeats, row.deliver_at);
    const failed = row.failed || isPast(writing, { deliver_at: due.due_at });
    return {
      bytes: byteLengthOf(row.content),
      write() {
        const { texts } = importedTexts(writing, row, markup);
        const values = {
          user_id: toUserId(user),
          message_id,
          ...texts,
          ...due,
          failed: Number(failed),
          grant_id: null,
          note: row.note ?? null,
        };
        const { id } = insertReminder.one(realm.sql, values);
        if (!failed) realm.timers.set(`${TIMER}:${id}`, inMilliseconds(due.due_at));
      },
    };
  },
});
