import type { Mentions } from "../../../../markup/index.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { ApiError, badRequest } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { groupPermissions } from "../../../../protocol/permission-settings.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type Channel, subscribersOf } from "../../../channels/channels/channels.ts";
import { findTopic, sendersIn } from "../../../conversations/topics.ts";
import { permits } from "../../../organization/organization-settings/realm-settings.ts";
import { accessGroup } from "../../../organization/user-groups/access.ts";
import { hasPermission, permissionsOf } from "../../../organization/user-groups/user-groups.ts";
import { participantsHook } from "../hooks.ts";

/** Wildcard mentions of more users than this need a permission (messages.md 2, check 6). */
const FREE_MENTIONS = 15;

const wildcardNotAllowed = (code: string, which: string) =>
  new ApiError({ code, msg: `You do not have permission to use ${which}.` });

/** Returns the participants of a topic: users who sent messages or reacted there. */
export function participantsIn(realm: Realm, channel: Channel, topic: string): UserId[] {
  const found = findTopic(realm, channel.conversation_id, topic);
  if (found === undefined) return [];
  const others = realm.collect(participantsHook, found.id).flat();
  return [...new Set([...sendersIn(realm, found.id), ...others])];
}

/** Throws if the sender mentions many users by wildcard without having the permission. */
export function checkWildcardMentions(
  realm: Realm,
  actor: Actor,
  { channel, topic }: { readonly channel: Channel; readonly topic: string },
  mentions: Pick<Mentions, "channelWildcard" | "topicWildcard">,
): void {
  if (!mentions.channelWildcard && !mentions.topicWildcard) return;
  if (permits(realm, actor, "can_mention_many_users_group")) return;
  if (mentions.channelWildcard && subscribersOf(realm, channel.id).size > FREE_MENTIONS) {
    throw wildcardNotAllowed("STREAM_WILDCARD_MENTION_NOT_ALLOWED", "channel wildcard mentions in this channel");
  }
  if (mentions.topicWildcard && participantsIn(realm, channel, topic).length > FREE_MENTIONS) {
    throw wildcardNotAllowed("TOPIC_WILDCARD_MENTION_NOT_ALLOWED", "topic wildcard mentions in this topic");
  }
}

/** Throws if the sender can't mention one of the groups (messages.md 2, check 7). */
export function checkGroupMentions(realm: Realm, actor: Actor, groups: readonly number[]): void {
  for (const id of groups) {
    const group = accessGroup(realm, id);
    const { can_mention_group } = permissionsOf(realm, group);
    if (!hasPermission(realm, actor, can_mention_group, groupPermissions.can_mention_group.rule)) {
      throw badRequest(`You are not allowed to mention user group '${group.name}'.`);
    }
  }
}
