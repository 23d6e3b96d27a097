import { plainMarkdown, quoted } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { EMPTY_TOPIC_DISPLAY_NAME, lengthLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { nextTimesOf, type Repeating } from "../../messages/scheduled-messages/recurrence.ts";
import { accessUser } from "../../organization/accounts/access.ts";

/** Maximum number of characters that the notification bot adds to an assistant's text. */
const MARGIN = 1000;
/** Names of the keycap emoji for choosing an answer. */
const KEYCAPS = ["one", "two", "three", "four", "five"] as const;

export const choiceEmoji = (index: number) => ({
  emoji_name: KEYCAPS[index] ?? "",
  emoji_code: `003${index + 1}-20e3`,
});

/** Returns the destination's name as shown to the user the message is sent as. */
export function placeNamed(realm: Realm, { user_id }: Pick<Actor, "user_id">, destination: Destination): string {
  if (destination.kind === "channel") {
    return `#${destination.channel.name} > ${destination.topic === "" ? EMPTY_TOPIC_DISPLAY_NAME : destination.topic}`;
  }
  const others = destination.members.filter((id) => id !== user_id);
  return others.length === 0 ? "yourself" : others.map((id) => accessUser(realm, null, id).full_name).join(", ");
}

interface ApprovalRequest {
  readonly assistant: string;
  readonly where: string;
  readonly content: string;
  readonly due: Repeating | undefined;
}

/** Returns the notification bot's message that asks a user whether an assistant may send a text. */
export function proposalText({ assistant, where, content, due }: ApprovalRequest): string {
  if ([...content].length > lengthLimits.max_message_length - MARGIN) {
    throw badRequest(
      `The person has to approve this, and can be shown ${lengthLimits.max_message_length - MARGIN} characters.`,
    );
  }
  const when = due === undefined ? "" : ` at ${timesOf(due)}`;
  return `${plainMarkdown(assistant)} wants to send a message in your name${when}. To: **${plainMarkdown(where)}**\n${quoted(content)}\nReact with ✅ to send, ❌ to decline.`;
}

/** How many of a repeating message's next times are shown. */
const SHOWN_TIMES = 3;

function timesOf(due: Repeating): string {
  const named = (time: number) => `<time:${new Date(time * 1000).toISOString()}>`;
  const times = [due.due_at, ...nextTimesOf(due, SHOWN_TIMES - 1)].map(named).join(", ");
  return due.recurrence === null
    ? times
    : `${times}, repeating by \`${due.recurrence}\` (${plainMarkdown(due.time_zone ?? "")})`;
}

export interface Question {
  readonly question: string;
  readonly choices: readonly string[];
  readonly about: string | undefined;
}

export function questionText(assistant: string, { question, choices, about }: Question): string {
  const list = choices.map((choice, index) => `${index + 1}\\. ${plainMarkdown(choice)}`).join("\n");
  const how = choices.length === 0 ? "Answer here." : `${list}\n\nReact with a number, or answer here.`;
  const where = about === undefined ? "" : ` about **${plainMarkdown(about)}**`;
  return `${plainMarkdown(assistant)} asks${where}:\n${quoted(question)}\n${how}`;
}
