import { encodeNarrowValue } from "../../../markup/render/narrow-links.ts";
import { type Caller, callEndpoint } from "./caller.ts";
import { cleaned, inOneLine, truncate } from "./clean.ts";
import { conversationName, conversationOfMessage, type Placed, type Term } from "./conversation.ts";
import { timeIn } from "./times.ts";

/** A message as returned by the API, with its source text. */
export interface Message extends Placed {
  readonly id: number;
  readonly sender_id: number;
  readonly sender_full_name: string;
  readonly content: string;
  readonly timestamp: number;
  readonly last_edit_timestamp?: number;
  readonly flags: readonly string[];
  readonly reactions: readonly {
    readonly emoji_name: string;
    readonly emoji_code: string;
    readonly reaction_type: string;
  }[];
  readonly assistant?: { readonly name: string };
}

export interface MessagePage {
  readonly messages: readonly Message[];
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

interface MessageQuery {
  readonly narrow: readonly Term[];
  readonly anchor: string | number;
  readonly anchor_date?: string | undefined;
  readonly include_anchor?: boolean;
  readonly num_before: number;
  readonly num_after: number;
}

const FORM = { apply_markdown: false, client_gravatar: true, allow_empty_topic_name: true };

export const fetchMessages = (caller: Caller, { anchor, ...wanted }: MessageQuery): Promise<MessagePage> =>
  callEndpoint<MessagePage>(caller, "GET /messages", { ...wanted, ...FORM, anchor: String(anchor) });

export const newestMessages = (caller: Caller, narrow: readonly Term[], most: number): Promise<MessagePage> =>
  fetchMessages(caller, { narrow, anchor: "newest", num_before: most, num_after: 0 });

export const anchorAt = (seconds: number) => ({
  anchor: "date",
  anchor_date: new Date(Math.ceil(seconds) * 1000).toISOString().replace(/\.000Z$/, "Z"),
});

export function byConversation(caller: Caller, messages: readonly Message[]): Map<string, Message[]> {
  const groups = new Map<string, Message[]>();
  for (const message of messages) {
    const name = conversationName(conversationOfMessage(caller, message));
    groups.set(name, [...(groups.get(name) ?? []), message]);
  }
  return groups;
}

export function messageLink({ url }: Pick<Caller, "url">, message: Placed & { readonly id: number }): string {
  const { stream_id, display_recipient, subject, id } = message;
  if (typeof display_recipient !== "string") {
    const people = display_recipient.map((one) => one.id);
    return `${url}/#narrow/dm/${people.join(",")}-${people.length > 2 ? "group" : "dm"}/near/${id}`;
  }
  return `${url}/#narrow/channel/${stream_id}/topic/${encodeNarrowValue(subject)}/near/${id}`;
}

export const messageData = (message: Message, caller: Caller, most: number) => ({
  id: message.id,
  conversation: conversationName(conversationOfMessage(caller, message)),
  sender_id: message.sender_id,
  sender: inOneLine(message.sender_full_name),
  time: timeIn(message.timestamp, caller.timezone),
  text: truncate(cleaned(message.content), most),
  url: messageLink(caller, message),
});
