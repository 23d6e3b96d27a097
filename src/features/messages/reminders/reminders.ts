import { fillMarkup, type Markup, packMarkup, type Rendered, readMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { notFound } from "../../../protocol/errors.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { bytesOf, checkRoom } from "../../../protocol/stock.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { inMilliseconds, type Seconds } from "../../../util/time.ts";
import { sendDirectNotice } from "../../organization/notices/public.ts";
import { accessUser, actorOf } from "../../organization/users/public.ts";
import { markupNames } from "../messages/public.ts";
import { type Reminder, reminderRemoved, remindersAdded } from "./events.ts";
import {
  deleteReminder,
  failReminder,
  insertReminder,
  type ReminderRow,
  reminderById,
  remindersOfMessages,
  remindersOfUser,
  selectExtent,
} from "./rows.ts";

const limit = { most: limits.account.reminders, things: "reminders" };

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
});

/** A user's reminders, in the order in which they are due. */
export const remindersOf = (realm: Realm, user: UserId): Reminder[] =>
  remindersOfUser.all(realm.sql, { user }).map(reminderObject);

export function accessReminder(realm: Realm, { user_id }: Actor, id: number): ReminderRow {
  const row = reminderById.first(realm.sql, { id });
  if (row?.user_id !== user_id) throw notFound("Reminder does not exist");
  return row;
}

interface NewReminder {
  readonly message: MessageId;
  readonly content: string;
  readonly markup: Markup;
  readonly due: Seconds;
}

export function addReminder(realm: Realm, actor: Actor, { message, content, markup, due }: NewReminder) {
  const { user_id } = actor;
  const texts = { content, markup: packMarkup(markup), html: render(realm, actor, markup).html };
  const bytes = bytesOf(texts.content, texts.markup, texts.html);
  checkRoom(selectExtent.one(realm.sql, { user: user_id }), { number: 1, bytes }, limit);
  const row = insertReminder.one(realm.sql, {
    ...texts,
    user_id,
    message_id: message,
    realm_url: realm.url,
    due_at: due,
    failed: 0,
  });
  realm.timers.set(timerOf(row.id), inMilliseconds(due));
  realm.emit(remindersAdded({ reminders: [reminderObject(row)] }), only(user_id));
  return row.id;
}

export function removeAllReminders(realm: Realm, user: UserId): void {
  for (const row of remindersOfUser.all(realm.sql, { user })) removeReminder(realm, row);
}

export function removeReminder(realm: Realm, { id, user_id }: ReminderRow): void {
  deleteReminder.run(realm.sql, { id });
  realm.timers.clear(timerOf(id));
  realm.emit(reminderRemoved({ reminder_id: id }), only(user_id));
}

/** Deletes the reminders of messages that are about to be deleted: reminders quote their message. */
export function removeRemindersOf(realm: Realm, messages: readonly MessageId[]): void {
  const found = remindersOfMessages.all(realm.sql, { messages: JSON.stringify(messages) });
  for (const row of found) removeReminder(realm, row);
}

/** Sends a reminder and deletes it in the same change. However late it is, it is sent, unless its user is inactive. */
export function sendReminder(realm: Realm, id: number): void {
  const row = reminderById.first(realm.sql, { id });
  if (row === undefined || row.failed === 1) return;
  const user = accessUser(realm, null, row.user_id);
  if (user.is_active === 0) {
    failReminder.run(realm.sql, { id });
    return;
  }
  const rendered = render(realm, actorOf(user), readMarkup(row.markup, row.content));
  sendDirectNotice(realm, { to: user.id, content: row.content, rendered });
  removeReminder(realm, row);
}

/** Renders a reminder as if its reader had written it: the quoted text may name channels that the reader may not see. */
const render = (realm: Realm, reader: Actor, markup: Markup): Rendered =>
  fillMarkup(markup, markupNames(realm, reader, { translateEmoticons: false }));
