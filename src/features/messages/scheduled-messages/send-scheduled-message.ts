import { plainMarkdown, readMarkup } from "../../../markup/index.ts";
import { type Actor, approvals } from "../../../protocol/actor.ts";
import { assistantOfClient } from "../../../protocol/client-name.ts";
import { badRequest, realmDeactivated, refusalOf, userDeactivated } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { grantActsHook } from "../../../realm/admission-hooks.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days, inMilliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { accessBotToSteer } from "../../organization/account-actions/bots/bots.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { destinationOf, renderChecked } from "../core/send/outgoing-message.ts";
import { postMessage } from "../core/send/post-message.ts";
import { NO_RECURRENCE } from "./recurrence.ts";
import type { ScheduledRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { advance, markFailed, recipientsOf, removeScheduledMessage } from "./scheduled-messages.ts";

/** A message that is this late fails, instead of surprising its readers later. */
const LATEST = seconds(600);
/** Rules for when an assistant's messages need approval, strictest last. */
const strictness: readonly string[] = [...approvals, rows.APPROVED];
/** How long the server remembers that a message was sent, for senders who try to change it. */
const REMEMBERED = days(30);

/**
 * Sends a scheduled message and deletes it in the same change, so that it is sent exactly once. All permissions are
 * checked again. A message that can no longer be sent is marked as failed.
 */
export function sendScheduledMessage(realm: Realm, id: number): void {
  const row = rows.scheduledById.first(realm.sql, { id });
  if (row === undefined || row.failed === 1) return;
  const isRepeating = row.recurrence !== null;
  if (isRepeating && isPaused(realm, row) && advance(realm, row)) return;
  const reason = refusalOf(() => post(realm, row))?.message;
  if (isRepeating && advance(realm, { ...row, last_failed: Number(reason !== undefined) })) {
    // Only the first of several consecutive failures is announced.
    if (reason !== undefined && row.last_failed === 0) notifyOfFailure(realm, row.user_id, failureText(row, reason));
    return;
  }
  if (reason !== undefined) {
    markFailed(realm, { ...row, ...NO_RECURRENCE, last_failed: 0 });
    notifyOfFailure(realm, row.user_id, failureText({ ...row, ...NO_RECURRENCE }, reason));
    return;
  }
  removeScheduledMessage(realm, row);
  rows.forgetDelivered.run(realm.sql, { before: before(realm.seconds(), REMEMBERED) });
  rows.insertDelivered.run(realm.sql, { id, user: row.user_id, at: realm.seconds() });
}

/** Whether a repeating message is skipped for now, without counting as failed. */
const isPaused = (realm: Realm, { user_id }: ScheduledRow): boolean =>
  isDeactivated(realm) || accessUser(realm, null, user_id).is_active === 0;

/** Throws if a message is too late to be sent (messages.md 12). */
export function checkNotLate(realm: Realm, due: Seconds): void {
  if (realm.seconds() - due > LATEST) throw badRequest("It could not be sent at the scheduled time.");
}

function post(realm: Realm, row: ScheduledRow): void {
  // A repeating message is late if the server was down. It is sent once for all the occurrences it missed.
  if (row.recurrence === null) checkNotLate(realm, row.due_at);
  if (isDeactivated(realm)) throw realmDeactivated();
  if (accessUser(realm, null, row.user_id).is_active === 0) throw userDeactivated();
  const sender = accessUser(realm, null, row.bot_id ?? row.user_id);
  if (sender.is_active === 0) throw userDeactivated();
  // The user must still be allowed to decide what the bot sends.
  if (row.bot_id !== null) accessBotToSteer(realm, actorOf(accessUser(realm, null, row.user_id)), row.bot_id);
  const actor =
    row.grant_id === null ? actorOf(sender) : realm.ask(grantActsHook, { id: row.grant_id, user_id: row.user_id });
  checkApproval(actor, row);
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
    grant: row.grant_id === null ? undefined : { id: row.grant_id, name: assistantOfClient(row.client) },
  });
}

/** Throws if the message needs its user's approval now but didn't when the assistant scheduled it. */
function checkApproval({ grant }: Actor, { approval }: ScheduledRow): void {
  if (grant !== undefined && strictness.indexOf(grant.approval) > strictness.indexOf(approval))
    throw badRequest("Messages from this assistant now need your approval.");
}

function failureText({ due_at, recurrence }: ScheduledRow, reason: string): string {
  const time = new Date(inMilliseconds(due_at)).toISOString();
  const happened = `The message that you scheduled for <time:${time}> was not sent:\n\n> ${reason}\n\n`;
  return recurrence === null
    ? `${happened}It's still in your [scheduled messages](#scheduled), where you can edit or reschedule it.`
    : `${happened}It repeats, so it will be tried again the next time. You won't be notified again until it has been sent. You can edit or delete it in your [scheduled messages](#scheduled).`;
}

/** Fails all messages scheduled by an assistant when its grant ends, with a single notice. */
export function failAllOf(
  realm: Realm,
  { id: grant, user_id }: { readonly id: number; readonly user_id: UserId },
): void {
  const found = rows.scheduledByGrant.all(realm.sql, { user: user_id, grant });
  const [first] = found;
  if (first === undefined) return;
  for (const row of found) markFailed(realm, row);
  const content = `${plainMarkdown(assistantOfClient(first.client))} no longer has access to your account, so the messages it scheduled for you won't be sent (${found.length}). They're still in your [scheduled messages](#scheduled), where you can edit or reschedule them.`;
  notifyOfFailure(realm, user_id, content);
}

function notifyOfFailure(realm: Realm, user: UserId, content: string): void {
  if (accessUser(realm, null, user).is_active === 1) sendDirectNotice(realm, { to: user, content });
}
