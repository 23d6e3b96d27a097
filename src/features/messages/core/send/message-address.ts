import { directMessageLink, encodeNarrowValue, linkMarkdown, messageLink } from "../../../../markup/index.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import type { MessageId } from "../../../../protocol/ids.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../../../protocol/limits.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { hasMetadataAccess } from "../../../channels/channels/access.ts";
import { placeOfMessage } from "../../../conversations/conversations.ts";
import { readerOf } from "../store/access.ts";
import { type Destination, destinationOfPlace } from "./destination.ts";

/** A message's URL, and a Markdown link to it that names its conversation. */
interface MessageAddress {
  readonly message_url: string;
  /** Equal to the URL for direct messages, and if the sender can't see the channel's name. */
  readonly message_link: string;
}

export function messageAddress(realm: Realm, actor: Actor, id: MessageId, destination: Destination): MessageAddress {
  if (destination.kind === "direct") return unnamed(`${realm.url}${directMessageLink(destination.members, id)}`);
  const { channel, topic } = destination;
  if (!hasMetadataAccess(realm, actor, channel)) {
    return unnamed(`${realm.url}/#narrow/channel/${channel.id}/topic/${encodeNarrowValue(topic)}/near/${id}`);
  }
  const message_url = `${realm.url}${messageLink(channel.id, channel.name, topic, id)}`;
  const name = `#${channel.name} > ${topic === "" ? EMPTY_TOPIC_DISPLAY_NAME : topic} @ 💬`;
  return { message_url, message_link: linkMarkdown(name, message_url) };
}

/**
 * Returns an earlier message's current destination, or undefined if it was deleted or moved to where its sender can't
 * read it.
 */
export function whereSent(realm: Realm, actor: Actor, id: MessageId): Destination | undefined {
  const place = placeOfMessage(realm, id);
  if (place === undefined || !readerOf(realm, actor)(place)) return undefined;
  return destinationOfPlace(realm, place);
}

const unnamed = (message_url: string): MessageAddress => ({ message_url, message_link: message_url });
