import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { alias, integer, json, oneOf, optional, text } from "../../../api/parameter.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { badRequest, missingArgument } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { MAX_TOLD_OF_EACH } from "../../../protocol/limits.ts";
import { Role } from "../../../protocol/roles.ts";
import { type Audience, both, only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { type Channel, subscribersOf } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../conversations/conversations.ts";
import { topicToWrite } from "../../conversations/topic-name.ts";
import { findTopic, topicWithId } from "../../conversations/topics.ts";
import { accessUser, accessUsers } from "../../organization/accounts/access.ts";
import { settingOf, type User } from "../../organization/accounts/accounts.ts";
import { apartFromOutside, userAudience, viewerOf } from "../../organization/accounts/audience.ts";
import { canAccessUser } from "../../organization/accounts/guest-visibility.ts";
import { checkTopicOpen } from "../../organization/accounts/outside-access.ts";
import { standInEmail } from "../../organization/accounts/unknown-user.ts";
import type { Viewer } from "../../organization/accounts/user-object.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { checkMayPost } from "../core/send/channel-permissions.ts";
import { checkMaySendDirect } from "../core/send/direct-permissions.ts";
import { recipientUsers } from "../core/send/recipient-parameter.ts";
import { readerOf } from "../core/store/access.ts";
import { accessMessageToChange, type ChangeableMessage, messageInRealm } from "../core/store/access-to-change.ts";
import { checkMayEditContent } from "../editing/access.ts";
import { type Op, typingEditEvents, typingEvents } from "./events.ts";

/** Notifies users that the actor is typing a direct message to them. The actor's own clients receive the event, too. */
function emitTypingToUsers(realm: Realm, actor: Actor, op: Op, to: readonly number[]): void {
  checkSendsTyping(realm, actor, "direct");
  const recipients = recipientUsers(realm, actor, to);
  checkMaySendDirect(realm, actor, recipients);
  const people = accessUsers(realm, null, [...new Set([actor.user_id, ...recipients.map((user) => user.id)])]);
  const shown = (viewer: Viewer | null) => {
    const known = (user: User) => canAccessUser(realm, viewer, user);
    const told = people.map((user) => (known(user) ? addressOf(user) : strangerWith(realm, user.id)));
    return { sender: told.find(({ user_id }) => user_id === actor.user_id) ?? senderOf(actor), recipients: told };
  };
  const audience = typingAudience(realm, new Set(people.map((user) => user.id)));
  const guests = people.filter(({ role }) => role === Role.guest).map(({ id }) => viewerOf(realm, id));
  realm.emitTransient(
    typingEvents[op]({ message_type: "direct", ...shown(null) }),
    ...guests.map((guest) => ({ ...both(only(guest.user_id), audience), extra: shown(guest) })),
    audience,
  );
}

const addressOf = ({ id, email }: User) => ({ user_id: id, email });
const strangerWith = (realm: Realm, user_id: UserId) => ({ user_id, email: standInEmail(user_id, realm.host) });

function emitTypingInChannel(
  realm: Realm,
  actor: Actor,
  op: Op,
  { channel: id, topic }: { readonly channel: number; readonly topic: string },
): void {
  checkSendsTyping(realm, actor, "channel");
  const channel = accessChannel(realm, actor, id);
  checkMayPost(realm, actor, channel);
  checkTopicOpen(realm, actor.user_id, findTopic(realm, channel.conversation_id, topicToWrite(topic))?.id);
  const audience = channelTypingAudience(realm, channel);
  const stranger = { sender: strangerWith(realm, actor.user_id) };
  realm.emitTransient(
    typingEvents[op]({
      message_type: "stream",
      sender: senderOf(actor),
      stream_id: channel.id,
      topic: topicToWrite(topic),
    }),
    ...apartFromOutside(realm, both(audience, userAudience(realm, accessUser(realm, null, actor.user_id))), stranger),
    { ...audience, extra: stranger },
  );
}

const senderOf = ({ user_id, email }: Actor) => ({ user_id, email });

/**
 * Returns an audience: the given users who want typing notifications. Only reads the settings of users with event
 * queues.
 */
const typingAudience = (realm: Realm, people: ReadonlySet<UserId>): Audience => ({
  includes: (id) => people.has(id) && settingOf(realm, id, "receives_typing_notifications"),
});

/** Returns the subscribers of a channel who want typing notifications, or no one if the channel is large. */
function channelTypingAudience(realm: Realm, channel: Channel): Audience {
  const subscribers = subscribersOf(realm, channel.id);
  return typingAudience(realm, subscribers.size > MAX_TOLD_OF_EACH ? new Set() : subscribers);
}

/** Throws if the user has turned off sending typing notifications. */
function checkSendsTyping(realm: Realm, { user_id }: Actor, where: "direct" | "channel"): void {
  const name = where === "direct" ? "send_private_typing_notifications" : "send_stream_typing_notifications";
  if (!settingOf(realm, user_id, name))
    throw badRequest(`User has disabled typing notifications for ${where} messages`);
}

/**
 * Notifies the readers of a message that its sender is editing it (messages.md 17). The message's content must already
 * be loaded.
 */
function emitTypingEdit(realm: Realm, actor: Actor, op: Op, { place, channel }: ChangeableMessage): void {
  checkMayStillEdit(realm, actor, place);
  checkSendsTyping(realm, actor, channel === undefined ? "direct" : "channel");
  const head = { sender_id: actor.user_id, message_id: place.id };
  if (channel === undefined) {
    const members = membersOfConversation(realm, place.conversation_id);
    const recipient = { type: "direct" as const, user_ids: [...members] };
    realm.emitTransient(typingEditEvents[op]({ ...head, recipient }), typingAudience(realm, new Set(members)));
    return;
  }
  const topic = place.topic_id === null ? "" : (topicWithId(realm, place.topic_id)?.name ?? "");
  const recipient = { type: "channel" as const, channel_id: channel.id, topic };
  const subscribers = channelTypingAudience(realm, channel);
  // In a channel with protected history, the message and its topic must not be revealed to later subscribers.
  realm.emitTransient(typingEditEvents[op]({ ...head, recipient }), {
    includes: (id, ...queue) => subscribers.includes(id, ...queue) && readerOf(realm, viewerOf(realm, id))(place),
  });
}

/**
 * Throws after the time limit for edits. Unlike saving, it has no grace period, because no one starts editing after the
 * limit.
 */
function checkMayStillEdit(realm: Realm, actor: Actor, place: MessageIndexRow): void {
  checkMayEditContent(realm, actor, place);
  const limit = realmSettings(realm).message_content_edit_limit_seconds;
  if (limit !== null && realm.seconds() - messageInRealm(realm, place).sent_at > limit) {
    throw badRequest("The time limit for editing this message has passed");
  }
}

const id = v.pipe(v.number(), v.safeInteger());

export const setTypingEndpoint = action({
  route: "POST /typing",
  outside: true,
  params: {
    op: oneOf("start", "stop"),
    type: optional(oneOf("direct", "private", "channel", "stream"), "direct"),
    /** User ids; older clients send a channel id. */
    to: optional(json(boundedList(id, "ids"))),
    stream_id: optional(integer),
    topic: alias(optional(text("topic")), "subject"),
  },
  run({ realm, actor, params: { op, type, to, stream_id, topic } }) {
    if (type === "direct" || type === "private") {
      if (to === undefined) throw missingArgument("to");
      if (to.length === 0) throw badRequest("Empty 'to' list");
      emitTypingToUsers(realm, actor, op, to);
      return;
    }
    const channel = stream_id ?? (to?.length === 1 ? to[0] : undefined);
    if (channel === undefined) throw missingArgument("stream_id");
    if (topic === undefined) throw badRequest("Missing topic");
    emitTypingInChannel(realm, actor, op, { channel, topic });
  },
});

export const setTypingEditEndpoint = action({
  route: "POST /messages/:message_id/typing",
  params: { message_id: integer, op: oneOf("start", "stop") },
  messagesToLoad: ({ realm, actor, params }) => [accessMessageToChange(realm, actor, params.message_id).place.id],
  run({ realm, actor, params: { message_id, op } }) {
    emitTypingEdit(realm, actor, op, accessMessageToChange(realm, actor, message_id));
  },
});
