import { readMarkup } from "../../../markup/index.ts";
import { type Actor, approvals } from "../../../protocol/actor.ts";
import { assistantOfClient } from "../../../protocol/client-name.ts";
import { ApiError, badRequest, realmDeactivated, userDeactivated } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { grantActsHook } from "../../../realm/admission-hooks.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days, inMilliseconds, seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/closing.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { destinationOf, renderChecked } from "../core/send/outgoing-message.ts";
import { postMessage } from "../core/send/post-message.ts";
import {
  APPROVED,
  forgetDelivered,
  insertDelivered,
  type ScheduledRow,
  scheduledByGrant,
  scheduledById,
} from "./rows.ts";
import { markFailed, recipientsOf, removeScheduledMessage } from "./scheduled-messages.ts";

/** A message that is this late fails, instead of surprising its readers later. */
const LATEST = seconds(600);
/** Rules for when an assistant's messages need approval, strictest last. */
const strictness: readonly string[] = [...approvals, APPROVED];
/** Retention of the record that a message was sent, for senders who want to change it. */
const REMEMBERED = days(30);

/**
 * Sends a scheduled message and deletes it in the same change, so that it is sent exactly once. All permissions are
 * checked again. A message that can no longer be sent is marked as failed.
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

function fail(realm: Realm, row: ScheduledRow, reason: string): void {
  markFailed(realm, row);
  const time = new Date(inMilliseconds(row.due_at)).toISOString();
  notifyOfFailure(
    realm,
    row.user_id,
    `The message that you scheduled for <time:${time}> was not sent:\n\n> ${reason}\n\nIt's still in your [scheduled messages](#scheduled), where you can edit or reschedule it.`,
  );
}

/** Fails all messages scheduled by an assistant when its grant ends, with a single notice. */
export function failAllOf(
  realm: Realm,
  { id: grant, user_id }: { readonly id: number; readonly user_id: UserId },
): void {
  const rows = scheduledByGrant.all(realm.sql, { user: user_id, grant });
  const [first] = rows;
  if (first === undefined) return;
  for (const row of rows) markFailed(realm, row);
  const content = `${assistantOfClient(first.client)} no longer has access to your account, so the messages it scheduled for you won't be sent (${rows.length}). They're still in your [scheduled messages](#scheduled), where you can edit or reschedule them.`;
  notifyOfFailure(realm, user_id, content);
}

function notifyOfFailure(realm: Realm, user: UserId, content: string): void {
  if (accessUser(realm, null, user).is_active === 1) sendDirectNotice(realm, { to: user, content });
}
