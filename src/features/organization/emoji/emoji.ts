import { emojiCode, emojiNames } from "../../../markup/index.ts";
import { EXTRA } from "../../../protocol/emoji.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { customEmoji } from "./custom-emoji.ts";
import { extraEmoji } from "./extra-emoji.ts";

/** An emoji as referred to by reactions and statuses (seed 2.3). */
export interface Emoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
}

/** An emoji as sent by a client, which may identify it by name alone. */
export interface NamedEmoji {
  readonly emoji_name: string;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

const UNICODE = "unicode_emoji";
const CUSTOM = "realm_emoji";

/** Returns the emoji that a client's request refers to: by its name alone, or by a name and a code that must match. */
export function resolveEmoji(realm: Realm, { emoji_name, emoji_code, reaction_type }: NamedEmoji): Emoji {
  if (emoji_code === undefined || reaction_type === undefined) {
    const { emoji_code: code, reaction_type: type } = emojiNamed(realm, emoji_name);
    return checkedEmoji(realm, { emoji_name, emoji_code: emoji_code ?? code, reaction_type: reaction_type ?? type });
  }
  return checkedEmoji(realm, { emoji_name, emoji_code, reaction_type });
}

/** Returns the emoji with a name. A custom emoji overrides a default one (messages.md 10). */
function emojiNamed(realm: Realm, emoji_name: string): Emoji {
  const custom = customEmoji(realm).byName.get(emoji_name);
  if (custom !== undefined) return { emoji_name, emoji_code: String(custom.id), reaction_type: CUSTOM };
  if (extraEmoji.has(emoji_name)) return { emoji_name, emoji_code: emoji_name, reaction_type: EXTRA };
  const code = emojiCode(emoji_name);
  if (code === undefined) throw badRequest(`Emoji '${emoji_name}' does not exist`);
  return { emoji_name, emoji_code: code, reaction_type: UNICODE };
}

function checkedEmoji(realm: Realm, emoji: Emoji): Emoji {
  const { emoji_name, emoji_code, reaction_type } = emoji;
  if (reaction_type === CUSTOM) {
    const custom = customEmoji(realm).byCode.get(emoji_code);
    if (custom === undefined) throw badRequest("Invalid custom emoji.");
    if (custom.name !== emoji_name) throw badRequest("Invalid custom emoji name.");
    if (custom.deactivated === 1) throw badRequest("This custom emoji has been deactivated.");
    return emoji;
  }
  if (reaction_type === EXTRA) {
    if (!extraEmoji.has(emoji_code)) throw badRequest("Invalid emoji code.");
    if (emoji_name !== emoji_code) throw badRequest("Invalid emoji name.");
    return emoji;
  }
  if (reaction_type !== UNICODE) throw badRequest("Invalid emoji type.");
  const names = emojiNames(emoji_code);
  if (names.length === 0) throw badRequest("Invalid emoji code.");
  if (!names.includes(emoji_name)) throw badRequest("Invalid emoji name.");
  return emoji;
}
