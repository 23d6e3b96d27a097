import { emojiCode } from "../../../markup/index.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { LONGEST_EMOJI_NAME } from "../../../protocol/text-lengths.ts";
import type { Realm } from "../../../realm/realm.ts";
import { customEmoji } from "./custom-emoji.ts";
import { extraEmoji } from "./extra-emoji.ts";

/** The normal form of an emoji name: lower case, with underscores for spaces. */
export const emojiNameOf = (text: string): string => text.trim().toLowerCase().replaceAll(" ", "_");

/** Refuses a name that is invalid or in use, or that only administrators may use because a default emoji has it. */
export function checkEmojiName(realm: Realm, actor: Actor, name: string): void {
  if (name.length > LONGEST_EMOJI_NAME)
    throw badRequest(`emoji_name is too long (limit: ${LONGEST_EMOJI_NAME} characters)`);
  if (!/^[0-9a-z_-]+$/.test(name)) {
    throw badRequest(
      "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.",
    );
  }
  if (!/[0-9a-z]$/.test(name)) throw badRequest("Emoji names must end with either a letter or digit.");
  if (customEmoji(realm).byName.has(name)) throw badRequest("A custom emoji with this name already exists.");
  if ((emojiCode(name) !== undefined || extraEmoji.has(name)) && !isAdministrator(actor)) {
    throw badRequest("Only administrators can override default emoji.");
  }
}
