import { messageLink } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import { sendChannelNotice } from "../../organization/system-messages/system-messages.ts";
import type { Move } from "./edit-request.ts";

type TopicInChannel = { readonly channel: Channel; readonly topic: string };

/** A mention of the caller that notifies no one. */
export const silentMention = ({ full_name, user_id }: Actor) => `@_**${full_name}|${user_id}**`;
const link = ({ channel, topic }: TopicInChannel) => `#**${channel.name}>${topic}**`;

/** Posts the requested notices about a move in the old and new topics (messages.md 7, effect 6). */
export function postMoveNotices(realm: Realm, actor: Actor, move: Move, { joins }: { readonly joins: boolean }): void {
  const { target, to, isWhole, total, notifies } = move;
  const from = { channel: move.from.channel, topic: move.from.topic.name };
  const by = `by ${silentMention(actor)}.`;
  const post = ({ channel, topic }: TopicInChannel, content: string) =>
    sendChannelNotice(realm, { channel: channel.id, topic, content, readBy: new Set([actor.user_id]) });
  if (notifies.old) post(from, `${departed(isWhole, total)} to ${link(to)} ${by}`);
  if (notifies.new) {
    const address = messageLink(to.channel.id, to.channel.name, to.topic, target);
    post(to, `${arrived(isWhole && !joins, total, address)} from ${link(from)} ${by}`);
  }
}

function departed(isWhole: boolean, count: number): string {
  if (isWhole) return "This topic was moved";
  return count === 1 ? "A message was moved from this topic" : `${count} messages were moved from this topic`;
}

function arrived(isWhole: boolean, count: number, address: string): string {
  if (isWhole) return "This topic was moved here";
  return count === 1 ? `[A message](${address}) was moved here` : `${count} messages were moved here`;
}
