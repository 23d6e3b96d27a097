import { indented, inOneLine, truncate } from "./clean.ts";
import type { Message } from "./messages.ts";
import { dayIn, hourIn, weekdayIn } from "./times.ts";

/** Maximum number of characters shown of a message, unless the call asked for just one. */
export const LONG = 1500;

/**
 * A link to an uploaded file. The link's text can't contain brackets, so that matching takes linear time even on a text
 * full of brackets.
 */
export const UPLOAD = /!?\[([^[\]\n]*)\]\(\/user_uploads\/([^\s()]+)\)/g;

/**
 * Returns a message's text for a model: without hidden characters, with files as name and URI, and all lines but the
 * first indented.
 */
export function messageText(content: string, most = LONG): string {
  const files = content.replace(UPLOAD, (_, name, path) => `[file: ${name || "unnamed"} parley://file/${path}]`);
  const plain = indented(files.replace(/(@_?\*\*[^*|]+)\|\d+(\*\*)/g, "$1$2"));
  if (plain.length <= most) return plain;
  return `${truncate(plain, most)} [cut: ${most} of ${plain.length} characters; limit=1 around this id shows more]`;
}

function marksOf({ last_edit_timestamp, reactions }: Message): string {
  const counts = new Map<string, number>();
  for (const reaction of reactions) {
    const sign = signOf(reaction);
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const all = [...counts].map(([sign, count]) => ` +${count}${sign}`).join("");
  return `${last_edit_timestamp === undefined ? "" : " edited"}${all}`;
}

function signOf({ emoji_name, emoji_code, reaction_type }: Message["reactions"][number]): string {
  if (reaction_type !== "unicode_emoji" || !/^[0-9a-f]{2,5}(-[0-9a-f]{2,5})*$/i.test(emoji_code)) {
    return `:${inOneLine(emoji_name)}:`;
  }
  return String.fromCodePoint(...emoji_code.split("-").map((code) => Number.parseInt(code, 16)));
}

/** Cleans a name, and removes brackets, which could end an entry's heading. */
export const nameInHead = (name: string): string => inOneLine(name).replace(/[[\]]/g, "");

/** Formats a message as a transcript entry: `[18410 Ann 09:02] Shall we?`. */
function entryOf(message: Message, zone: string, most?: number): string {
  const { id, sender_full_name, timestamp, assistant, content } = message;
  const by = assistant === undefined ? "" : ` via ${nameInHead(assistant.name)}`;
  const head = `${id} ${nameInHead(sender_full_name)} ${hourIn(timestamp, zone)}${marksOf(message)}${by}`;
  return `[${head}] ${messageText(content, most)}`;
}

const dayLine = (timestamp: number, zone: string): string =>
  `— ${weekdayIn(timestamp, zone)} ${dayIn(timestamp, zone)}`;

interface Form {
  readonly zone: string;
  /** Maximum number of characters of each text. */
  readonly most: number;
  /** Whether to include topic names, because the messages are from several topics. */
  readonly namesTopics: boolean;
}

/** Formats messages as entries, oldest first, with separate lines for days and topics. */
export function transcriptOf(messages: readonly Message[], { zone, most, namesTopics }: Form): string[] {
  let [day, topic] = ["", namesTopics ? undefined : ""];
  return messages.map((message) => {
    const today = dayIn(message.timestamp, zone);
    const dayHead = today === day ? "" : `${dayLine(message.timestamp, zone)}\n`;
    const topicHead =
      topic === "" || topic === `> ${message.subject}` ? "" : `> ${inOneLine(message.subject) || "(no topic)"}\n`;
    day = today;
    if (topic !== "") topic = `> ${message.subject}`;
    return dayHead + topicHead + entryOf(message, zone, most);
  });
}
