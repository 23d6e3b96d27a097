import type { UserId } from "../ids.ts";
import type { Submessage } from "../messages/message.ts";
import { asList, asText, fieldsOf } from "./json.ts";

interface PollOption {
  readonly key: string;
  readonly text: string;
  /** The voters, in the order in which they voted. */
  readonly voters: readonly UserId[];
}

export interface Poll {
  readonly kind: "poll";
  readonly question: string;
  readonly options: readonly PollOption[];
}

/** The number of options that one person can add. */
const MOST_OPTIONS = 1_000;

type Fields = Readonly<Record<string, unknown>>;

/** The present state of a poll, from its submessages. Options with the same text count once. */
export function pollOf(first: Fields, later: readonly Submessage[], author: UserId): Poll {
  let question = asText(first["question"]);
  const options = new Map<string, { text: string; voters: Set<UserId> }>();
  const add = (key: string, text: string) => {
    const isKnown = [...options.values()].some((one) => one.text === text);
    if (text !== "" && !isKnown && !options.has(key)) options.set(key, { text, voters: new Set() });
  };
  for (const [index, option] of asList(first["options"]).entries()) add(`canned,${index}`, asText(option));
  for (const { sender_id, content } of later) {
    const change = fieldsOf(content);
    if (change === undefined) continue;
    if (change["type"] === "question" && sender_id === author) question = asText(change["question"]);
    if (change["type"] === "new_option") {
      const index = indexOf(change["idx"]);
      if (index !== undefined) add(`${sender_id},${index}`, asText(change["option"]));
    }
    if (change["type"] === "vote") {
      const voters = options.get(asText(change["key"]))?.voters;
      if (change["vote"] === 1) voters?.add(sender_id);
      else if (change["vote"] === -1) voters?.delete(sender_id);
    }
  }
  return {
    kind: "poll",
    question,
    options: [...options].map(([key, { text, voters }]) => ({ key, text, voters: [...voters] })),
  };
}

const indexOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_OPTIONS ? value : undefined;

/** The index for the next option that a user adds to a poll. */
export function nextOption(poll: Poll, who: UserId): number {
  const own = poll.options.flatMap(({ key }) => {
    const [sender, index] = key.split(",");
    return sender === String(who) ? Number(index) : [];
  });
  return Math.max(0, ...own) + 1;
}
