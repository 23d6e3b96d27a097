import type { Realm } from "../../../realm/realm.ts";
import { findTopic } from "../../conversations/topics.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { outsidePeople } from "../../organization/accounts/outside-access.ts";
import { emitUserVisible } from "../../organization/accounts/visibility-events.ts";
import type { MentionNotice } from "../core/send/destination.ts";
import { isSeenAlready, seenThrough } from "./outside-people.ts";

/** Emits the sender of a message, before the message, to the people outside who haven't seen them yet. */
export function showSender(realm: Realm, { sender, destination, before }: MentionNotice): void {
  const people = outsidePeople(realm);
  if (before !== null || destination.kind !== "channel" || people.size === 0) return;
  const { channel, topic } = destination;
  const topicId = findTopic(realm, channel.conversation_id, topic)?.id;
  const user = findUser(realm, sender);
  for (const [person, access] of people) {
    if (access.channel !== channel.id || (access.topic !== null && access.topic !== topicId)) continue;
    if (person === sender || user === undefined || isSeenAlready(realm, access, sender)) continue;
    if (realm.queues.listens(person)) emitUserVisible(realm, viewerOf(realm, person), user);
  }
  // All people of a link see the same senders, so this is noted only after the loop.
  for (const access of people.values()) if (access.channel === channel.id) seenThrough(realm, access);
}
