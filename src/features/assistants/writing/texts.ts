import { quoted } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { EMPTY_TOPIC_DISPLAY_NAME, lengthLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import type { Destination } from "../../messages/messages/send/destination.ts";
import { accessUser } from "../../organization/users/access.ts";

/** Characters that the notification bot needs around the text of an assistant. */
const MARGIN = 1000;
/** The digits on keys, by which choices are made. */
const KEYCAPS = ["one", "two", "three", "four", "five"] as const;

/** The emoji by which a choice of a question is made. */
export const choiceEmoji = (index: number) => ({
  emoji_name: KEYCAPS[index] ?? "",
  emoji_code: `003${index + 1}-20e3`,
});

/** A destination in words, for the person whose message it is. */
export function placeNamed(realm: Realm, { user_id }: Pick<Actor, "user_id">, destination: Destination): string {
  if (destination.kind === "channel") {
    return `#${destination.channel.name} > ${destination.topic === "" ? EMPTY_TOPIC_DISPLAY_NAME : destination.topic}`;
  }
  const others = destination.members.filter((id) => id !== user_id);
  return others.length === 0 ? "yourself" : others.map((id) => accessUser(realm, null, id).full_name).join(", ");
}

/** A name in a sentence of Markdown: none of its characters means anything there. */
export const plain = (name: string) => name.replace(/[\\`*_~#@[\](){}<>|$:.\n-]/g, "\\$&");

interface ApprovalRequest {
  readonly assistant: string;
  readonly where: string;
  readonly content: string;
  readonly due: Seconds | undefined;
}

/** The message of the notification bot by which a person decides about what an assistant wants to send. */
export function proposalText({ assistant, where, content, due }: ApprovalRequest): string {
  if ([...content].length > lengthLimits.max_message_length - MARGIN) {
    throw badRequest(
      `The person has to approve this, and can be shown ${lengthLimits.max_message_length - MARGIN} characters.`,
    );
  }
  const when = due === undefined ? "" : ` at <time:${new Date(due * 1000).toISOString()}>`;
  return `${plain(assistant)} wants to send a message in your name${when}. To: **${plain(where)}**\n${quoted(content)}\nReact with ✅ to send, ❌ to decline.`;
}

export interface Question {
  readonly question: string;
  readonly choices: readonly string[];
  /** The conversation that it is about. */
  readonly about: string | undefined;
}

/** The message of the notification bot by which an assistant asks a person. */
export function questionText(assistant: string, { question, choices, about }: Question): string {
  const list = choices.map((choice, index) => `${index + 1}\\. ${plain(choice)}`).join("\n");
  const how = choices.length === 0 ? "Answer here." : `${list}\n\nReact with a number, or answer here.`;
  const where = about === undefined ? "" : ` about **${plain(about)}**`;
  return `${plain(assistant)} asks${where}:\n${quoted(question)}\n${how}`;
}
