import { type Actor, isGuest } from "../../../../protocol/actor.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { hasChannelPermission, isClosedTo } from "../../../channels/channels/access.ts";
import { type Channel, isSubscribed } from "../../../channels/channels/channels.ts";
import { findTopic, hasMessages } from "../../../conversations/topics.ts";
import { accessUser } from "../../../organization/accounts/access.ts";
import { actorOf } from "../../../organization/accounts/accounts.ts";
import { checkTopicOpen, outsideAccessOf } from "../../../organization/accounts/outside-access.ts";
import type { Viewer } from "../../../organization/accounts/user-object.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";

/**
 * Error for a channel that a sender can't send to. It repeats the given name and reveals nothing else about the
 * channel.
 */
export const notAuthorizedToSend = (name: string) => badRequest(`Not authorized to send to channel '${name}'`);

/** Returns the users whose permissions allow a sender to post. A bot can also post where its owner can. */
function actingUsers(realm: Realm, actor: Actor): Viewer[] {
  const owner = actor.bot_owner_id;
  return owner === null ? [actor] : [actor, actorOf(accessUser(realm, null, owner))];
}

/** True if a sender can address a channel at all, before the permission to post is checked (messages.md 2, check 3). */
export function mayAddressChannel(realm: Realm, actor: Actor, channel: Channel): boolean {
  if (isClosedTo(realm, actor, channel)) return false;
  if (channel.is_web_public === 1) return true;
  if (channel.invite_only === 0 && !isGuest(actor)) return true;
  if (actingUsers(realm, actor).some(({ user_id }) => isSubscribed(realm, user_id, channel.id))) return true;
  if (channel.history_public_to_subscribers === 0 || isGuest(actor)) return false;
  return (
    hasChannelPermission(realm, actor, channel, "can_subscribe_group") ||
    hasChannelPermission(realm, actor, channel, "can_add_subscribers_group")
  );
}

export function checkMayPost(realm: Realm, actor: Actor, channel: Channel): void {
  if (!actingUsers(realm, actor).some((one) => hasChannelPermission(realm, one, channel, "can_send_message_group"))) {
    throw badRequest("You do not have permission to post in this channel.");
  }
  if (channel.is_archived === 1 || !mayAddressChannel(realm, actor, channel)) throw notAuthorizedToSend(channel.name);
  if (outsideAccessOf(realm, actor.user_id)?.can_post === false) throw badRequest("Your link is only for reading.");
}

/** Throws if the channel doesn't allow the topic, or the sender can't create it there. */
export function checkTopic(realm: Realm, actor: Actor, channel: Channel, topic: string): void {
  checkTopicOpen(realm, actor.user_id, findTopic(realm, channel.conversation_id, topic)?.id);
  checkTopicPolicy(realm, channel, topic);
  checkMayCreateTopic(realm, actor, channel, topic);
}

/** Throws if the topic has no messages and the sender can't create topics in the channel (channels-topics.md 3). */
export function checkMayCreateTopic(realm: Realm, actor: Actor, channel: Channel, topic: string): void {
  if (actingUsers(realm, actor).some((one) => hasChannelPermission(realm, one, channel, "can_create_topic_group")))
    return;
  const known = findTopic(realm, channel.conversation_id, topic);
  if (known === undefined || !hasMessages(realm, known.id)) {
    throw badRequest("You do not have permission to create new topics in this channel.");
  }
}

/** Throws if the channel's topics policy doesn't allow the topic (conventions.md 8). */
export function checkTopicPolicy(realm: Realm, channel: Channel, topic: string): void {
  const own = channel.topics_policy;
  const policy = own === "inherit" ? realmSettings(realm).topics_policy : own;
  if (policy === "disable_empty_topic" && topic === "") {
    throw badRequest("Sending messages to the general chat is not allowed in this channel.");
  }
  if (policy === "empty_topic_only" && topic !== "") {
    throw badRequest("Only the general chat topic is allowed in this channel.");
  }
}
