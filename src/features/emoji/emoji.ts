import { emojiCode, emojiNames } from "../../markup/index.ts";
import { badRequest } from "../../protocol/errors.ts";

/** An emoji as reactions and statuses name it (seed 2.3). */
export interface Emoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
}

export interface NamedEmoji {
  readonly emoji_name: string;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

const UNICODE = "unicode_emoji";
/** The server's own additions, by both of their names; there are none. */
const EXTRA = ["svc_extra_emoji", "zulip_extra_emoji"];

/** The emoji that is meant: by its name alone, or by a name and a code that must belong together. */
export function resolveEmoji({ emoji_name, emoji_code, reaction_type }: NamedEmoji): Emoji {
  const type = reaction_type ?? UNICODE;
  if (emoji_code === undefined && reaction_type === undefined) {
    const code = emojiCode(emoji_name);
    if (code === undefined) throw badRequest(`Emoji '${emoji_name}' does not exist`);
    return { emoji_name, emoji_code: code, reaction_type: UNICODE };
  }
  if (type === "realm_emoji") throw badRequest("Invalid custom emoji.");
  if (EXTRA.includes(type)) throw badRequest("Invalid emoji code.");
  if (type !== UNICODE) throw badRequest("Invalid emoji type.");
  const code = emoji_code ?? emojiCode(emoji_name);
  if (code === undefined || emojiNames(code).length === 0) throw badRequest("Invalid emoji code.");
  if (!emojiNames(code).includes(emoji_name)) throw badRequest("Invalid emoji name.");
  return { emoji_name, emoji_code: code, reaction_type: UNICODE };
}
