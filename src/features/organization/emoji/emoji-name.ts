import { emojiCode } from "../../../markup/index.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { customEmoji } from "./custom-emoji.ts";
import { extraEmoji } from "./extra-emoji.ts";

const LONGEST = 100;

/** Capitals are small letters, and spaces are underscores. */
export const emojiNameOf = (text: string): string => text.trim().toLowerCase().replaceAll(" ", "_");

/** Refuses a name that is none, that is in use, or that takes an emoji's place which everybody has. */
export function checkEmojiName(realm: Realm, actor: Actor, name: string): void {
  if (name.length > LONGEST) throw badRequest(`emoji_name is too long (limit: ${LONGEST} characters)`);
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
