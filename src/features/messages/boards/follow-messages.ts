import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { placesOfMessages } from "../../conversations/conversations.ts";
import { type IdSpan, newestOfTopic } from "../../conversations/topics.ts";
import type { TopicMove } from "../editing/hooks.ts";
import { noteMovedMessage } from "./page.ts";
import { bringPin, dropPin, renamePin } from "./pins.ts";
import { deleteMovedPinsOfMessages, type PinRow, pinOfTopic, pinsOfMessages, pinsOfTopics } from "./rows.ts";

const channelOf = (realm: Realm, { channel_id }: PinRow): Channel | undefined =>
  channelIndex(realm).byId.get(channel_id);

/**
 * Moves a topic's pin along with the topic. If the target topic is already pinned, the moved topic's pin is removed.
 */
export function followTopic(realm: Realm, { from, to }: TopicMove): void {
  const pin = pinOfTopic.first(realm.sql, { topic: from.topic });
  if (pin === undefined) return;
  const isSame = from.topic === to.topic;
  if (!isSame && pinOfTopic.first(realm.sql, { topic: to.topic }) !== undefined) {
    dropPin(realm, from.channel, pin);
  } else if (from.channel.id === to.channel.id) renamePin(realm, to.channel, pin, to.topic);
  else bringPin(realm, from.channel, to.channel, pin, to.topic);
}

/** Removes the pins of messages that moved to another channel, and records this in the board's history. */
export function dropMovedMessages(realm: Realm, messages: readonly MessageId[], changesChannel: boolean): void {
  if (!changesChannel) return;
  const pins = pinsOfMessages.all(realm.sql, { messages: JSON.stringify(messages) });
  for (const pin of pins) {
    const channel = channelOf(realm, pin);
    if (channel === undefined) continue;
    dropPin(realm, channel, pin);
    noteMovedMessage(realm, channel, pin);
  }
}

/** Removes the pins of messages that are about to be deleted, and of topics with no other messages. */
export function dropRemoved(realm: Realm, messages: readonly MessageId[]): void {
  deleteMovedPinsOfMessages(realm, messages);
  const topics = new Set(placesOfMessages(realm, messages).flatMap(({ topic_id }) => topic_id ?? []));
  const removed = new Set<number>(messages);
  const emptied = pinsOfTopics
    .all(realm.sql, { topics: JSON.stringify([...topics]) })
    .filter(({ topic_id }) => topic_id !== null && !hasOthers(realm, topic_id, removed));
  for (const pin of [...pinsOfMessages.all(realm.sql, { messages: JSON.stringify(messages) }), ...emptied]) {
    const channel = channelOf(realm, pin);
    if (channel !== undefined) dropPin(realm, channel, pin);
  }
}

function hasOthers(realm: Realm, topic: NonNullable<PinRow["topic_id"]>, removed: ReadonlySet<number>): boolean {
  let below: IdSpan = [1, Number.MAX_SAFE_INTEGER];
  for (;;) {
    const newest = newestOfTopic(realm, topic, [below]);
    if (newest === undefined) return false;
    if (!removed.has(newest)) return true;
    below = [1, newest - 1];
  }
}
