import * as v from "valibot";
import { boundedList, boundedText } from "../../../../protocol/bounded.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../../../protocol/limits.ts";
import { nameKey } from "../../../../protocol/name-key.ts";
import { mentionHtml } from "../search/index.ts";

/**
 * Narrow of an event queue (register-and-events.md 2): pairs of operator and operand. A message must match all of them.
 */
type EventNarrow = readonly (readonly [operator: string, operand: string])[];

interface MessageEvent {
  readonly message: {
    readonly type: string;
    readonly stream_id?: number | undefined;
    readonly display_recipient: unknown;
    readonly subject: string;
    readonly sender_id: number;
    readonly sender_email: string;
    readonly html: string;
  };
  readonly flags: readonly string[];
}

type Predicate = (event: MessageEvent, operand: string) => boolean;

const isSameName = (a: string, b: string) => nameKey(a) === nameKey(b);
const isChannelMessage = ({ message }: MessageEvent) => message.type === "stream";

const inChannel: Predicate = (event, operand) => {
  const { display_recipient: name, stream_id } = event.message;
  return (
    isChannelMessage(event) &&
    ((typeof name === "string" && isSameName(name, operand)) || String(stream_id) === operand)
  );
};

const topicDisplayName = (topic: string) => (topic === "" ? EMPTY_TOPIC_DISPLAY_NAME : topic);

const states: Readonly<Record<string, (event: MessageEvent) => boolean>> = {
  dm: (event) => !isChannelMessage(event),
  private: (event) => !isChannelMessage(event),
  mentioned: ({ flags }) => flags.some((flag) => flag === "mentioned" || flag.endsWith("wildcard_mentioned")),
  alerted: ({ flags }) => flags.includes("has_alert_word"),
  starred: ({ flags }) => flags.includes("starred"),
  unread: ({ flags }) => !flags.includes("read"),
  resolved: (event) => isChannelMessage(event) && event.message.subject.startsWith("✔ "),
};

const operators: Readonly<Record<string, Predicate>> = {
  channel: inChannel,
  stream: inChannel,
  topic: (event, operand) =>
    isChannelMessage(event) && isSameName(topicDisplayName(event.message.subject), topicDisplayName(operand)),
  sender: ({ message }, operand) => isSameName(message.sender_email, operand) || String(message.sender_id) === operand,
  mentions: ({ message }, operand) => message.html.includes(mentionHtml(Number(operand))),
  is: (event, operand) => states[operand]?.(event) ?? false,
};

/** A queue's narrow as clients send it. Refuses operators that queues don't support. */
export const eventNarrowSchema = boundedList(
  v.pipe(
    v.strictTuple([boundedText("word"), v.union([boundedText("name"), v.pipe(v.number(), v.integer())])]),
    v.transform(([operator, operand]): [string, string] => [operator.toLowerCase(), String(operand)]),
    v.check(
      ([operator]) => Object.hasOwn(operators, operator),
      ({ input: [operator] }) => `Operator ${operator} not supported.`,
    ),
    v.check(
      ([operator, operand]) => operator !== "is" || Object.hasOwn(states, operand),
      ({ input: [, operand] }) => `Operator is:${operand} not supported.`,
    ),
  ),
  "terms",
);

export const matchesEvent = (narrow: EventNarrow, event: MessageEvent): boolean =>
  narrow.every(([operator, operand]) => operators[operator]?.(event, operand) ?? false);
