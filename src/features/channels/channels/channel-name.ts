import { badRequest } from "../../../protocol/errors.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, channelIndex, nameKey } from "./channels.ts";

/** A channel's name as somebody writes it (channels-topics.md 2). */
export function checkChannelName(text: string): string {
  const name = text.trim();
  const characters = [...name];
  if (characters.length === 0) throw badRequest("Channel name can't be empty.");
  const most = lengthLimits.max_stream_name_length;
  if (characters.length > most) throw badRequest(`Channel name too long (limit: ${most} characters).`);
  const wrong = characters.findIndex((character) => /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(character));
  if (wrong >= 0) throw badRequest(`Invalid character in channel name, at position ${wrong + 1}.`);
  return name;
}

/** Refuses a name that another channel has, be it archived or one that the actor cannot see. */
export function checkNameIsFree(realm: Realm, name: string, self?: Channel): void {
  const other = channelIndex(realm).byName.get(nameKey(name));
  if (other !== undefined && other.id !== self?.id) throw badRequest("Channel name is already in use.");
}

/** A description is one line. */
export function checkDescription(text: string): string {
  const most = lengthLimits.max_stream_description_length;
  if ([...text].length > most) throw badRequest(`description is too long (limit: ${most} characters)`);
  return text.replace(/\r?\n|\r/g, " ");
}
