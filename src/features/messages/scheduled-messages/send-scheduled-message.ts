import { readMarkup } from "../../../markup/index.ts";
import { ApiError, badRequest, realmDeactivated, userDeactivated } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days, inMilliseconds, seconds } from "../../../util/time.ts";
import { sendDirectNotice } from "../../organization/notices/public.ts";
import { isDeactivated } from "../../organization/realm/public.ts";
import { accessUser, actorOf } from "../../organization/users/public.ts";
import { destinationOf, postMessage, renderChecked } from "../messages/public.ts";
import { forgetDelivered, insertDelivered, type ScheduledRow, scheduledById } from "./rows.ts";
import { markFailed, recipientsOf, removeScheduledMessage } from "./scheduled-messages.ts";

/** A message that could not be sent for so long after its time fails, instead of surprising its readers later. */
const LATEST = seconds(600);
/** For how long the realm remembers that a message was sent, for senders who want to change it. */
const REMEMBERED = days(30);

/**
 * Sends a scheduled message and deletes it in the same change, so that it is sent exactly once. All permissions are
 * checked again; a message that may no longer be sent is marked as failed.
 */
export function sendScheduledMessage(realm: Realm, id: number): void {
  const row = scheduledById.first(realm.sql, { id });
  if (row === undefined || row.failed === 1) return;
  try {
    post(realm, row);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    fail(realm, row, error.message);
    return;
  }
  removeScheduledMessage(realm, row);
  forgetDelivered.run(realm.sql, { before: before(realm.seconds(), REMEMBERED) });
  insertDelivered.run(realm.sql, { id, user: row.user_id, at: realm.seconds() });
}

function post(realm: Realm, row: ScheduledRow): void {
  if (realm.seconds() - row.due_at > LATEST) throw badRequest("It could not be sent at the scheduled time.");
  if (isDeactivated(realm)) throw realmDeactivated();
  const sender = accessUser(realm, null, row.user_id);
  if (sender.is_active === 0) throw userDeactivated();
  const actor = actorOf(sender);
  const place = destinationOf(realm, actor, {
    isDirect: row.channel_id === null,
    to: row.channel_id ?? recipientsOf(row),
    topic: row.topic,
  });
  const markup = readMarkup(row.markup, row.content);
  const rendered = renderChecked(realm, actor, place, markup);
  postMessage(realm, {
    sender,
    destination: place,
    content: row.content,
    rendered,
    client: row.client,
    readBySender: row.read_by_sender === 1,
  });
}

function fail(realm: Realm, row: ScheduledRow, reason: string): void {
  markFailed(realm, row);
  if (accessUser(realm, null, row.user_id).is_active === 0) return;
  const time = new Date(inMilliseconds(row.due_at)).toISOString();
  const content = `The message that you scheduled for <time:${time}> was not sent:\n\n> ${reason}\n\nIt's still in your [scheduled messages](#scheduled), where you can edit or reschedule it.`;
  sendDirectNotice(realm, { to: row.user_id, content });
}
