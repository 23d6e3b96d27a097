import * as v from "valibot";
import { type Parameter, textOf } from "../../endpoints/parameter.ts";
import { boundedText } from "../../protocol/bounded.ts";
import { badRequest } from "../../protocol/errors.ts";
import { EMPTY_TOPIC_DISPLAY_NAME, lengthLimits } from "../../protocol/limits.ts";

/** What makes two spellings the same topic (conventions.md 8). */
export const topicKey = (name: string) => name.trim().normalize("NFC").toLowerCase();

const ELLIPSIS = "...";
const EMPTY_KEYS = new Set(["", "(no topic)", topicKey(EMPTY_TOPIC_DISPLAY_NAME)]);

/** The empty topic, by whatever name it is called where something is named by its topic. */
export const namedTopic = (name: string) => (topicKey(name) === topicKey(EMPTY_TOPIC_DISPLAY_NAME) ? "" : name.trim());

/** A topic that is spoken of, whether it has messages or not. */
export const topicParameter: Parameter<string> = textOf(
  v.pipe(
    boundedText("topic"),
    v.transform(namedTopic),
    v.check(
      (name) => [...name].length <= lengthLimits.max_topic_length,
      `{} is too long (limit: ${lengthLimits.max_topic_length} characters)`,
    ),
  ),
);

/** How a topic is called for those who cannot show the empty one. */
export const shownTopic = (name: string, allowsEmpty: boolean) =>
  name === "" && !allowsEmpty ? EMPTY_TOPIC_DISPLAY_NAME : name;

/** A topic as somebody writes it: the names of the empty one mean the empty one, and too long a one is cut (messages.md 1). */
export function writtenTopic(text: string): string {
  const name = text.trim();
  const characters = [...name];
  const wrong = characters.findIndex((character) => isInvalid(character.codePointAt(0) ?? 0));
  if (wrong >= 0) throw badRequest(`Invalid character in topic, at position ${wrong + 1}!`);
  return EMPTY_KEYS.has(topicKey(name)) ? "" : cutTopic(name);
}

/** A topic, cut where it is too long. */
export function cutTopic(name: string): string {
  const characters = [...name];
  const most = lengthLimits.max_topic_length;
  if (characters.length <= most) return name;
  return `${characters.slice(0, most - ELLIPSIS.length).join("")}${ELLIPSIS}`;
}

/** Control characters, halves of surrogate pairs, and code points that are no characters. */
const isInvalid = (code: number) =>
  code < 0x20 ||
  (code >= 0x7f && code < 0xa0) ||
  (code >= 0xd800 && code < 0xe000) ||
  (code >= 0xfdd0 && code < 0xfdf0) ||
  (code & 0xfffe) === 0xfffe;
