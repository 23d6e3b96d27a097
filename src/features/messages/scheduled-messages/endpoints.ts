import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { alias, boolean, integer, json, oneOf, optional, text, type Values } from "../../../api/parameter.ts";
import { readMarkup, withMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { readsOwnMessages } from "../../../protocol/client-name.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { checkContent, trimContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import type { Destination } from "../core/send/destination.ts";
import { destinationOf, type MessageAddress, renderChecked } from "../core/send/outgoing-message.ts";
import { knowsRecurrence, nextAlone, pausedMessageSchema, scheduledMessageSchema } from "./events.ts";
import { checkBotSends, continuePaused, endPaused, pausedMessages } from "./paused.ts";
import {
  appliesTo,
  checkDueAt,
  checkSkip,
  isForNext,
  recurrenceFrom,
  recurrenceParams,
  timesFor,
} from "./recurrence.ts";
import type { ScheduledRow } from "./rows.ts";
import {
  accessScheduledMessage,
  accessScheduledMessageToChange,
  changeNext,
  changeScheduledMessage,
  checkDue,
  deliveryTime,
  notInFuture,
  type PlannedMessage,
  recipientsOf,
  removeScheduledMessage,
  scheduledMessagesOf,
  scheduleMessage,
  skipNext,
} from "./scheduled-messages.ts";

const id = v.pipe(v.number(), v.safeInteger());

/** Parameters of a message's destination and time, for scheduling and for changing it. */
const addressParams = {
  type: oneOf("direct", "private", "channel", "stream"),
  /** A channel id, or a list of user ids. */
  to: json(v.union([id, boundedList(id, "ids")])),
  topic: alias(optional(text("topic")), "subject"),
  scheduled_delivery_timestamp: deliveryTime,
};

const isDirectType = (type: "direct" | "private" | "channel" | "stream") => type === "direct" || type === "private";

const getScheduledMessagesEndpoint = action({
  route: "GET /scheduled_messages",
  scope: "read:direct",
  params: { include_recurrence: optional(boolean, false) },
  reply: { scheduled_messages: v.array(scheduledMessageSchema) },
  run({ realm, actor, params }) {
    const messages = scheduledMessagesOf(realm, actor);
    return { scheduled_messages: params.include_recurrence ? messages : messages.map(nextAlone) };
  },
});

const createScheduledMessageEndpoint = action({
  route: "POST /scheduled_messages",
  scope: "write",
  params: { ...addressParams, content: text("content"), read_by_sender: optional(boolean), ...recurrenceParams },
  reply: { scheduled_message_id: v.number() },
  prepare: ({ params }) => withMarkup(trimContent(params.content)),
  run({ realm, actor, params, prepared: { content, markup }, request: { client } }) {
    const { type, to, topic, read_by_sender, scheduled_delivery_timestamp } = params;
    checkDue(realm, scheduled_delivery_timestamp);
    const due = recurrenceFrom(params, scheduled_delivery_timestamp);
    checkContent(content);
    const place = destinationOf(realm, actor, { isDirect: isDirectType(type), to, topic });
    const rendered = renderChecked(realm, actor, place, markup);
    // Messages that users send to themselves arrive unread, because they serve as reminders.
    const readBySender = read_by_sender ?? (readsOwnMessages(client) && !isToSelf(place, actor.user_id));
    const message = { place, content, markup, rendered, client, readBySender, due, grant: actor.grant };
    return { scheduled_message_id: scheduleMessage(realm, actor, message) };
  },
});

const isToSelf = (place: Destination, user: UserId) =>
  place.kind === "direct" && place.members.every((id) => id === user);

const params = {
  scheduled_message_id: integer,
  type: optional(addressParams.type),
  to: optional(addressParams.to),
  topic: addressParams.topic,
  content: optional(text("content")),
  scheduled_delivery_timestamp: optional(addressParams.scheduled_delivery_timestamp),
  ...recurrenceParams,
  applies_to: appliesTo,
  /**
   * Due time the caller expects. The request fails if the message has another, so that repeating it doesn't change the
   * next occurrence.
   */
  if_due_at: optional(deliveryTime),
};
type UpdateParams = Values<typeof params>;

const updateScheduledMessageEndpoint = action({
  route: "PATCH /scheduled_messages/:scheduled_message_id",
  params,
  prepare: async ({ params }) => (params.content === undefined ? undefined : withMarkup(trimContent(params.content))),
  run({ realm, actor, params, prepared }) {
    const row = accessScheduledMessageToChange(realm, actor, params.scheduled_message_id);
    checkDueAt(row, params.if_due_at);
    const { type, to, topic, scheduled_delivery_timestamp: due } = params;
    const changesMessage = [type, to, topic, prepared].some((given) => given !== undefined);
    const changesRecurrence = params.recurrence !== undefined || params.time_zone !== undefined;
    if (!changesMessage && !changesRecurrence && due === undefined) throw badRequest("Nothing to change");
    if (due !== undefined) checkDue(realm, due);
    else if (row.failed === 1) throw notInFuture();
    const { content, markup } = prepared ?? { content: row.content, markup: readMarkup(row.markup, row.content) };
    const planned = changesMessage
      ? planFor(realm, actor, row, { address: addressFor(row, params), content, markup })
      : undefined;
    if (isForNext(row, params)) changeNext(realm, actor, row, { planned, due });
    else changeScheduledMessage(realm, actor, row, { planned, due: timesFor(row, params) });
  },
});

/** Checks a message's new content and address, for its sender and for the bot that posts it, if any. */
function planFor(
  realm: Realm,
  actor: Actor,
  row: ScheduledRow,
  { address, content, markup }: Pick<PlannedMessage, "content" | "markup"> & { readonly address: MessageAddress },
): PlannedMessage {
  checkContent(content);
  const place = destinationOf(realm, actor, address);
  if (row.bot_id !== null) checkBotSends(realm, { ...row, bot_id: row.bot_id }, address, markup);
  return { place, content, markup, rendered: renderChecked(realm, actor, place, markup) };
}

/** Returns the message's current address, with the changes in the request. */
function addressFor(row: ScheduledRow, { type, to, topic }: UpdateParams): MessageAddress {
  if (type !== undefined && to === undefined) {
    throw badRequest("Recipient required when updating type of scheduled message.");
  }
  const isDirect = type === undefined ? row.channel_id === null : isDirectType(type);
  if (type !== undefined && !isDirect && topic === undefined) {
    throw badRequest("Topic required when updating scheduled message type to channel.");
  }
  return { isDirect, to: to ?? row.channel_id ?? recipientsOf(row), topic: topic ?? row.topic };
}

/** Skips the next occurrence of a repeating message. */
const skipScheduledMessageEndpoint = action({
  route: "POST /scheduled_messages/:scheduled_message_id/skip",
  scope: "write",
  params: {
    scheduled_message_id: integer,
    /**
     * Due time the caller expects. The request fails if the message has another, so that repeating it doesn't skip
     * another occurrence.
     */
    scheduled_delivery_timestamp: optional(deliveryTime),
  },
  run({ realm, actor, params }) {
    const row = accessScheduledMessage(realm, actor, params.scheduled_message_id);
    checkSkip(row, params.scheduled_delivery_timestamp);
    skipNext(realm, row);
  },
});

const deleteScheduledMessageEndpoint = action({
  route: "DELETE /scheduled_messages/:scheduled_message_id",
  scope: "write",
  params: { scheduled_message_id: integer },
  run: ({ realm, actor, params }) =>
    removeScheduledMessage(realm, accessScheduledMessage(realm, actor, params.scheduled_message_id)),
});

export const scheduledMessageState = stateSlice({
  types: ["scheduled_messages"],
  collect({ realm, actor, client }) {
    const messages = actor === null ? [] : scheduledMessagesOf(realm, actor);
    return { scheduled_messages: knowsRecurrence(client) ? messages : messages.map(nextAlone) };
  },
});

const getPausedMessagesEndpoint = action({
  route: "GET /scheduled_messages/paused",
  by: "administrator",
  params: {},
  reply: { paused_messages: v.array(pausedMessageSchema) },
  run: ({ realm, actor }) => ({ paused_messages: pausedMessages(realm, actor) }),
});

/** Makes a bot send a paused message from now on. The message then belongs to the administrator. */
const continuePausedMessageEndpoint = action({
  route: "POST /scheduled_messages/paused/:scheduled_message_id",
  by: "administrator",
  params: { scheduled_message_id: integer, bot_id: integer },
  run: ({ realm, actor, params: { scheduled_message_id, bot_id }, request: { client } }) =>
    continuePaused(realm, actor, scheduled_message_id, { bot_id, client }),
});

const endPausedMessageEndpoint = action({
  route: "DELETE /scheduled_messages/paused/:scheduled_message_id",
  by: "administrator",
  params: { scheduled_message_id: integer },
  run: ({ realm, params }) => endPaused(realm, params.scheduled_message_id),
});

export const scheduledMessageEndpoints = [
  getScheduledMessagesEndpoint,
  createScheduledMessageEndpoint,
  updateScheduledMessageEndpoint,
  deleteScheduledMessageEndpoint,
  skipScheduledMessageEndpoint,
  getPausedMessagesEndpoint,
  continuePausedMessageEndpoint,
  endPausedMessageEndpoint,
];
