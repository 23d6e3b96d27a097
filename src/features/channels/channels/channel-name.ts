import { badRequest } from "../../../protocol/errors.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, channelIndex } from "./channels.ts";

/** Validates the name of a new or renamed channel (channels-topics.md 2), and returns it trimmed. */
export function checkChannelName(text: string): string {
  const name = text.trim();
  const characters = [...name];
  if (characters.length === 0) throw badRequest("Channel name can't be empty.");
  const max = lengthLimits.max_stream_name_length;
  if (characters.length > max) throw badRequest(`Channel name too long (limit: ${max} characters).`);
  const wrong = characters.findIndex((character) => /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(character));
  if (wrong >= 0) throw badRequest(`Invalid character in channel name, at position ${wrong + 1}.`);
  return name;
}

/** Throws if another channel has the name, even an archived one or one the caller can't see. */
export function checkNameIsFree(realm: Realm, name: string, self?: Channel): void {
  const other = channelIndex(realm).byName.get(nameKey(name));
  if (other !== undefined && other.id !== self?.id) throw badRequest("Channel name is already in use.");
}

/** Checks the length of a description, and joins its lines into one. */
export function checkDescription(text: string): string {
  const max = lengthLimits.max_stream_description_length;
  if ([...text].length > max) throw badRequest(`description is too long (limit: ${max} characters)`);
  return text.replace(/\r?\n|\r/g, " ");
}
