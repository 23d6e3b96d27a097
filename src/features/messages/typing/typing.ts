import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { topicToWrite } from "../../conversations/topic-name.ts";
import { accessUsers } from "../../organization/accounts/access.ts";
import { checkMayPost } from "../core/send/channel-permissions.ts";
import { checkMaySendDirect } from "../core/send/outgoing-message.ts";
import { recipientUsers } from "../core/send/recipient-parameter.ts";
import { channelTypingAudience, checkSendsTyping, typingAudience } from "./audience.ts";
import { type Op, typingEvents } from "./events.ts";

/** Notifies users that the actor is typing a direct message to them. The event includes the actor's own clients. */
export function emitTypingToUsers(realm: Realm, actor: Actor, op: Op, to: readonly number[]): void {
  checkSendsTyping(realm, actor, "direct");
  const recipients = recipientUsers(realm, actor, to);
  checkMaySendDirect(realm, actor, recipients);
  const people = accessUsers(realm, null, [...new Set([actor.user_id, ...recipients.map((user) => user.id)])]);
  realm.emitTransient(
    typingEvents[op]({
      message_type: "direct",
      sender: senderOf(actor),
      recipients: people.map(({ id, email }) => ({ user_id: id, email })),
    }),
    typingAudience(realm, new Set(people.map((user) => user.id))),
  );
}

export function emitTypingInChannel(
  realm: Realm,
  actor: Actor,
  op: Op,
  { channel: id, topic }: { readonly channel: number; readonly topic: string },
): void {
  checkSendsTyping(realm, actor, "channel");
  const channel = accessChannel(realm, actor, id);
  checkMayPost(realm, actor, channel);
  realm.emitTransient(
    typingEvents[op]({
      message_type: "stream",
      sender: senderOf(actor),
      stream_id: channel.id,
      topic: topicToWrite(topic),
    }),
    channelTypingAudience(realm, channel),
  );
}

const senderOf = ({ user_id, email }: Actor) => ({ user_id, email });
