import { directMessageLink, messageLink, quoted } from "../../../markup/index.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { allTheChannels } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { accessUser } from "../../organization/users/access.ts";

/** What a reminder says of a message besides its text. */
interface Occasion {
  /** What one is reminded of, to stand in a sentence. */
  readonly what: string;
  /** Who wrote it, and where it is. */
  readonly source: string;
}

export function occasionOf(realm: Realm, { id, conversation_id, topic_id, sender_id }: MessageIndexRow): Occasion {
  const sender = accessUser(realm, null, sender_id);
  const said = (link: string) => `@_**${sender.full_name}|${sender.id}** [said](${link}):`;
  const channel = allTheChannels(realm).byConversation.get(conversation_id);
  if (channel === undefined) {
    const link = directMessageLink(membersOfConversation(realm, conversation_id), id);
    return { what: "the following direct message", source: said(link) };
  }
  const topic = topic_id === null ? "" : (topicWithId(realm, topic_id)?.name ?? "");
  return {
    what: `#**${channel.name}>${topic}@${id}**`,
    source: said(messageLink(channel.id, channel.name, topic, id)),
  };
}

const TRUNCATED = "\n[message truncated]";
/** More than the marks of a quote need. */
const MARGIN = 200;

/** What the notification bot will write: as much of the message as finds room. */
export function reminderText({ what, source }: Occasion, note: string, content: string): string {
  const request = `You requested a reminder for ${what}.`;
  const head = `${note === "" ? request : `${request} Note:\n${quoted(note)}`}\n\n${source}\n`;
  const room = lengthLimits.max_message_length - head.length - MARGIN;
  const characters = [...content];
  const text = characters.length <= room ? content : characters.slice(0, room).join("") + TRUNCATED;
  return head + quoted(text);
}
