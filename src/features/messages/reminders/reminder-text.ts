import { directMessageLink, messageLink, quoted, topicMarkdown, userMarkdown } from "../../../markup/index.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { accessUser } from "../../organization/accounts/access.ts";

/** How a reminder names its message, in addition to quoting it. */
interface NamedMessage {
  /** The message as in the sentence "You requested a reminder for …". */
  readonly what: string;
  /** Line before the quotation: the sender, and a link to the message. */
  readonly source: string;
}

export function nameMessage(realm: Realm, { id, conversation_id, topic_id, sender_id }: MessageIndexRow): NamedMessage {
  const sender = accessUser(realm, null, sender_id);
  const said = (link: string) => `${userMarkdown(sender)} [said](${link}):`;
  const channel = channelIndex(realm).byConversation.get(conversation_id);
  if (channel === undefined) {
    const link = directMessageLink(membersOfConversation(realm, conversation_id), id);
    return { what: "the following direct message", source: said(link) };
  }
  const topic = topic_id === null ? "" : (topicWithId(realm, topic_id)?.name ?? "");
  return {
    what: topicMarkdown(channel, topic, id),
    source: said(messageLink(channel.id, channel.name, topic, id)),
  };
}

const TRUNCATED = "\n[message truncated]";
/** Characters reserved for the Markdown around the quotation. */
const MARGIN = 200;

/**
 * Returns the text that the notification bot will send. It quotes the message, truncated to the longest allowed
 * content.
 */
export function reminderText({ what, source }: NamedMessage, note: string, content: string): string {
  const request = `You requested a reminder for ${what}.`;
  const head = `${note === "" ? request : `${request} Note:\n${quoted(note)}`}\n\n${source}\n`;
  const room = lengthLimits.max_message_length - head.length - MARGIN;
  const characters = [...content];
  const text = characters.length <= room ? content : characters.slice(0, room).join("") + TRUNCATED;
  return head + quoted(text);
}
