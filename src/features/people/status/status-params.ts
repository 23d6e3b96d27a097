import * as v from "valibot";
import { optional, text, textOf } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { LONGEST_STATUS } from "../../../protocol/text-lengths.ts";
import type { Realm } from "../../../realm/realm.ts";
import { resolveEmoji } from "../../organization/emoji/emoji.ts";
import { emojiIdentity } from "../../organization/emoji/emoji-params.ts";
import type { StatusRow } from "./rows.ts";

export const statusParams = {
  status_text: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(LONGEST_STATUS)))),
  emoji_name: optional(text("name")),
  ...emojiIdentity,
};

interface StatusParams {
  readonly status_text: string | undefined;
  readonly emoji_name: string | undefined;
  readonly emoji_code: string | undefined;
  readonly reaction_type: string | undefined;
}

/** The fields of a status that a request changes. An empty emoji name clears the emoji (seed 4.13). */
export function statusChange(
  realm: Realm,
  { status_text, emoji_name, emoji_code, reaction_type }: StatusParams,
): Partial<StatusRow> {
  const text = status_text === undefined ? {} : { status_text };
  if (emoji_name === "") return { ...text, emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };
  if (emoji_name !== undefined) return { ...text, ...resolveEmoji(realm, { emoji_name, emoji_code, reaction_type }) };
  if (emoji_code || reaction_type)
    throw badRequest("Client must pass emoji_name if they pass either emoji_code or reaction_type.");
  return text;
}

export const noNewValues = () => badRequest("Client did not pass any new values.");
