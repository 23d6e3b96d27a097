import * as v from "valibot";
import { type Parameter, textParameter } from "../../api/parameter.ts";
import { boundedText } from "../../protocol/bounded.ts";
import { badRequest } from "../../protocol/errors.ts";
import { EMPTY_TOPIC_DISPLAY_NAME, lengthLimits } from "../../protocol/limits.ts";
import { nameKey } from "../../protocol/name-key.ts";

const ELLIPSIS = "...";
const EMPTY_KEYS = new Set(["", "(no topic)", nameKey(EMPTY_TOPIC_DISPLAY_NAME)]);

/** Normalizes an existing topic's name from a client: the display name of the empty topic becomes "". */
export const givenTopicName = (name: string) =>
  nameKey(name) === nameKey(EMPTY_TOPIC_DISPLAY_NAME) ? "" : name.trim();

export const topicParameter: Parameter<string> = textParameter(
  v.pipe(
    boundedText("topic"),
    v.transform(givenTopicName),
    v.check(
      (name) => [...name].length <= lengthLimits.max_topic_length,
      `{} is too long (limit: ${lengthLimits.max_topic_length} characters)`,
    ),
  ),
);

/**
 * Normalizes the topic of a message to send: all names of the empty topic become "", and long names are truncated
 * (messages.md 1).
 */
export function topicToWrite(text: string): string {
  const name = text.trim();
  const characters = [...name];
  const wrong = characters.findIndex((character) => isInvalid(character.codePointAt(0) ?? 0));
  if (wrong >= 0) throw badRequest(`Invalid character in topic, at position ${wrong + 1}!`);
  return EMPTY_KEYS.has(nameKey(name)) ? "" : truncateTopic(name);
}

export function truncateTopic(name: string): string {
  const characters = [...name];
  const most = lengthLimits.max_topic_length;
  if (characters.length <= most) return name;
  return `${characters.slice(0, most - ELLIPSIS.length).join("")}${ELLIPSIS}`;
}

const isInvalid = (code: number) =>
  code < 0x20 ||
  (code >= 0x7f && code < 0xa0) ||
  (code >= 0xd800 && code < 0xe000) ||
  (code >= 0xfdd0 && code < 0xfdf0) ||
  (code & 0xfffe) === 0xfffe;
