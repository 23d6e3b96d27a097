import * as v from "valibot";
import { json } from "../../../api/parameter.ts";
import { stored } from "../../../database/stored.ts";
import { type Markup, packMarkup, type Rendered } from "../../../markup/index.ts";
import { type Actor, type Grant, isAssistant, isKeptFrom, readsDirects } from "../../../protocol/actor.ts";
import { assistantClient } from "../../../protocol/client-name.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { LAST_SECOND } from "../../../protocol/limits.ts";
import { byteLengthOf, checkCount, checkQuota } from "../../../protocol/quota.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { inMilliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { hasContentAccess } from "../../channels/channels/access.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { filesHeldFor, holdFiles } from "../../files/attachments/claims.ts";
import type { Destination } from "../core/send/destination.ts";
import { type Rewrite, type Rewriting, rewritten } from "../core/send/rewritten.ts";
import { holdUploads } from "../core/store/uploads.ts";
import {
  type ScheduledMessage,
  scheduledMessageRemoved,
  scheduledMessagesAdded,
  scheduledMessageUpdated,
} from "./events.ts";
import { NO_RECURRENCE, nextDue, type Repeating, recurrenceObject } from "./recurrence.ts";
import type { ScheduledRow } from "./rows.ts";
import * as rows from "./rows.ts";

export const deliveryTime = json(v.pipe(v.number(), v.safeInteger(), v.maxValue(LAST_SECOND), v.transform(seconds)));

export const notInFuture = () => badRequest("Scheduled delivery time must be in the future.");

export function checkDue(realm: Realm, due: Seconds): void {
  if (due <= realm.seconds()) throw notInFuture();
}

const limit = { most: limits.account.scheduled_messages, things: "scheduled messages" };
const repeatingLimit = { most: limits.account.repeating_messages, things: "repeating messages" };

/** Throws if the user has as many repeating messages as allowed. */
function checkRepeatingQuota(realm: Realm, user: UserId): void {
  checkCount(rows.repeatingOfUser.all(realm.sql, { user }).length + 1, repeatingLimit.most, repeatingLimit.things);
}

export const TIMER = "scheduled-message";
const timerOf = (id: number) => `${TIMER}:${id}`;

const scheduledMessageObject = (row: ScheduledRow): ScheduledMessage => ({
  scheduled_message_id: row.id,
  ...(row.channel_id === null
    ? { type: "private", to: recipientsOf(row) }
    : { type: "stream", to: row.channel_id, topic: row.topic }),
  content: row.content,
  rendered_content: row.html,
  scheduled_delivery_timestamp: row.due_at,
  failed: row.failed === 1,
  ...recurrenceObject(row),
  ...(row.last_failed === 1 && { last_failed: true }),
  ...(row.bot_id !== null && { bot_id: row.bot_id }),
});

const readRecipients = stored("scheduled_messages.recipients", v.array(v.number()), () => []);

export const recipientsOf = ({ recipients }: Pick<ScheduledRow, "recipients">): number[] =>
  recipients === null ? [] : readRecipients(recipients);

/** Returns a user's scheduled messages in the order they are due. For an assistant, returns only those it can read. */
export const scheduledMessagesOf = (realm: Realm, actor: Actor): ScheduledMessage[] =>
  rows.scheduledOfUser
    .all(realm.sql, { user: actor.user_id })
    .filter((row) => !isAssistant(actor) || readsPlaceOf(realm, actor, row))
    .map(scheduledMessageObject);

function readsPlaceOf(realm: Realm, actor: Actor, { channel_id, recipients }: ScheduledRow): boolean {
  if (channel_id === null) return readsDirects(actor) && !isKeptFrom(actor, recipientsOf({ recipients }).map(toUserId));
  const channel = channelIndex(realm).byId.get(channel_id);
  return channel !== undefined && hasContentAccess(realm, actor, channel);
}

/** Returns a user's scheduled message. An assistant can only access those it scheduled itself. */
export function accessScheduledMessage(realm: Realm, { user_id, grant }: Actor, id: number): ScheduledRow {
  const row = rows.scheduledById.first(realm.sql, { id });
  const isTheirs = row?.user_id === user_id && (grant === undefined || row.grant_id === grant.id);
  if (!isTheirs) throw notFound("Scheduled message does not exist");
  return row;
}

/** Returns a scheduled message that its sender wants to change. Throws if it was sent recently. */
export function accessScheduledMessageToChange(realm: Realm, actor: Actor, id: number): ScheduledRow {
  const isDelivered = rows.deliveredTo.first(realm.sql, { id, user: actor.user_id }) !== undefined;
  if (isDelivered) throw badRequest("Scheduled message was already sent");
  return accessScheduledMessage(realm, actor, id);
}

/** Throws if taking over another user's message would exceed the user's limits. */
export function checkTakeover(realm: Realm, user: UserId, row: ScheduledRow): void {
  checkQuota(rows.selectExtent.one(realm.sql, { user }), { number: 1, bytes: messageSize(row) }, limit);
  checkRepeatingQuota(realm, user);
}

export interface PlannedMessage {
  readonly place: Destination;
  readonly content: string;
  readonly markup: Markup;
  readonly rendered: Rendered;
}

const columnsOf = (realm: Realm, user: UserId, { place, content, markup, rendered }: PlannedMessage) => ({
  ...placeColumns(user, place),
  content,
  markup: packMarkup(markup),
  html: rendered.html,
  realm_url: realm.url,
});

const messageSize = ({ topic, content, markup, html }: Pick<ScheduledRow, "topic" | "content" | "markup" | "html">) =>
  byteLengthOf(topic, content, markup, html);

/** Returns the columns of a destination. The recipients include the sender only if there are no others. */
function placeColumns(user: UserId, place: Destination) {
  if (place.kind === "channel") return { channel_id: place.channel.id, topic: place.topic, recipients: null };
  const others = [...new Set(place.members)].filter((id) => id !== user).sort((a, b) => a - b);
  return { channel_id: null, topic: "", recipients: JSON.stringify(others.length === 0 ? [user] : others) };
}

interface NewScheduledMessage extends PlannedMessage {
  readonly client: string;
  readonly readBySender: boolean;
  readonly due: Repeating;
  /** Grant of the assistant that schedules the message on the sender's behalf. */
  readonly grant: Pick<Grant, "id" | "name" | "approval"> | undefined;
}

export function scheduleMessage(realm: Realm, sender: Actor, message: NewScheduledMessage): number {
  const { user_id } = sender;
  const columns = columnsOf(realm, user_id, message);
  checkQuota(rows.selectExtent.one(realm.sql, { user: user_id }), { number: 1, bytes: messageSize(columns) }, limit);
  if (message.due.recurrence !== null) checkRepeatingQuota(realm, user_id);
  const row = rows.insertScheduled.one(realm.sql, {
    ...columns,
    user_id,
    client: message.grant === undefined ? message.client : assistantClient(message.grant.name),
    read_by_sender: Number(message.readBySender),
    ...message.due,
    failed: 0,
    grant_id: message.grant?.id ?? null,
    approval: message.grant?.approval ?? rows.APPROVED,
    last_failed: 0,
    bot_id: null,
  });
  holdUploads(realm, row.id, { sender, paths: message.rendered.attachmentPaths });
  announce(realm, row);
  return row.id;
}

/** Sets the timer of a message that is new to its user, and emits it. */
export function announce(realm: Realm, row: ScheduledRow): void {
  realm.timers.set(timerOf(row.id), inMilliseconds(row.due_at));
  realm.emit(scheduledMessagesAdded({ scheduled_messages: [scheduledMessageObject(row)] }), only(row.user_id));
}

/**
 * Changes the content, destination or time of a message. A failed message with a new time is sent again. Only users
 * change messages, so an assistant's message becomes the user's own (`grant_id` becomes 0).
 */
export function changeScheduledMessage(
  realm: Realm,
  sender: Actor,
  row: ScheduledRow,
  { planned, due }: { readonly planned: PlannedMessage | undefined; readonly due: Repeating | undefined },
): void {
  const time = due === undefined ? {} : { ...due, failed: 0, last_failed: 0 };
  if (row.recurrence === null && due !== undefined && due.recurrence !== null) checkRepeatingQuota(realm, row.user_id);
  const columns = planned && columnsOf(realm, row.user_id, planned);
  const bytes = columns === undefined ? 0 : messageSize(columns) - messageSize(row);
  if (bytes > 0) checkQuota(rows.selectExtent.one(realm.sql, { user: row.user_id }), { number: 0, bytes }, limit);
  const grant_id = row.grant_id === null ? null : 0;
  writeRow(realm, { ...row, ...columns, ...time, grant_id });
  if (planned !== undefined) holdUploads(realm, row.id, { sender, paths: planned.rendered.attachmentPaths });
  if (due !== undefined) realm.timers.set(timerOf(row.id), inMilliseconds(due.due_at));
}

/** Changes only the next occurrence of a repeating message. It becomes a separate message, and the rest continue. */
export function changeNext(
  realm: Realm,
  sender: Actor,
  row: ScheduledRow,
  { planned, due }: { readonly planned: PlannedMessage | undefined; readonly due: Seconds | undefined },
): void {
  const times = { ...NO_RECURRENCE, due_at: due ?? row.due_at };
  const next = nextDue(realm, row);
  if (next === undefined) {
    changeScheduledMessage(realm, sender, row, { planned, due: times });
    return;
  }
  const columns = planned && columnsOf(realm, row.user_id, planned);
  const changed = { ...row, ...columns, ...times, last_failed: 0, grant_id: row.grant_id === null ? null : 0 };
  checkQuota(
    rows.selectExtent.one(realm.sql, { user: row.user_id }),
    { number: 1, bytes: messageSize(changed) },
    limit,
  );
  const own = rows.insertScheduled.one(realm.sql, changed);
  holdFiles(realm, own.id, filesHeldFor(realm, row.id));
  if (planned !== undefined) holdUploads(realm, own.id, { sender, paths: planned.rendered.attachmentPaths });
  announce(realm, own);
  goOn(realm, row, next);
}

/** Moves a repeating message to its next occurrence. Returns false if there is none. */
export function advance(realm: Realm, row: ScheduledRow): boolean {
  const next = nextDue(realm, row);
  if (next === undefined) return false;
  goOn(realm, row, next);
  return true;
}

function goOn(realm: Realm, row: ScheduledRow, due_at: Seconds): void {
  writeRow(realm, { ...row, due_at });
  realm.timers.set(timerOf(row.id), inMilliseconds(due_at));
}

/** Marks a message as failed. It is kept, and its sender can change it. */
export const markFailed = (realm: Realm, row: ScheduledRow): void => writeRow(realm, { ...row, failed: 1 });

/** Deletes a message, or only the next occurrence of a repeating one. */
export function skipNext(realm: Realm, row: ScheduledRow): void {
  if (!advance(realm, row)) removeScheduledMessage(realm, row);
}

function writeRow(realm: Realm, row: ScheduledRow): void {
  const written = rows.updateScheduled.one(realm.sql, { ...row });
  realm.emit(scheduledMessageUpdated({ scheduled_message: scheduledMessageObject(written) }), only(row.user_id));
}

/** Low, because messages can be long. */
const MESSAGES_PER_STEP = 50;

/**
 * Applies `rewrite` to the next scheduled messages after an id. Returns a function that writes those that it changes.
 */
export async function rewriteScheduled(realm: Realm, after: number, rewrite: Rewrite): Promise<Rewriting> {
  const found = rows.scheduledAfter.all(realm.sql, { after, most: MESSAGES_PER_STEP });
  const changed = await rewritten(found, rewrite);
  return () => {
    for (const { row, texts } of changed) {
      const now = rows.scheduledById.first(realm.sql, { id: row.id });
      if (now?.content === row.content) writeRow(realm, { ...now, ...texts });
    }
    return found.length < MESSAGES_PER_STEP ? null : (found.at(-1)?.id ?? null);
  };
}

export function removeAllScheduled(realm: Realm, user: UserId): void {
  for (const row of rows.scheduledOfUser.all(realm.sql, { user })) removeScheduledMessage(realm, row);
}

export function removeScheduledMessage(realm: Realm, { id, user_id }: ScheduledRow): void {
  rows.deleteScheduled.run(realm.sql, { id });
  holdFiles(realm, id, []);
  realm.timers.clear(timerOf(id));
  realm.emit(scheduledMessageRemoved({ scheduled_message_id: id }), only(user_id));
}
