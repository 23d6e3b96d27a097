import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type MessageIndexRow, membersOfConversation } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { readerOf } from "../core/store/access.ts";
import { type ChangeableMessage, messageInRealm } from "../core/store/access-to-change.ts";
import { checkMayEditContent } from "../editing/access.ts";
import { channelTypingAudience, checkSendsTyping, typingAudience } from "./audience.ts";
import { type Op, typingEditEvents } from "./events.ts";

/**
 * Notifies the readers of a message that its sender is editing it (messages.md 17). Its content must be loaded already.
 */
export function emitTypingEdit(realm: Realm, actor: Actor, op: Op, { place, channel }: ChangeableMessage): void {
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
  // In a channel with protected history, later subscribers must not learn about the message or its topic.
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
