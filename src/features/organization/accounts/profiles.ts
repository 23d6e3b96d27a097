import { unpacked } from "../../../database/stored.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { type ProfileEntry, profileEntriesHook, profilePiecesHook } from "./hooks.ts";
import type { ProfileData } from "./member-schema.ts";

export const profileOf = (realm: Realm, user: UserId): ProfileData =>
  profilesOf(realm.collect(profileEntriesHook, user).flat()).get(user) ?? {};

/** Returns the profiles of many users as chunks of JSON, which `readProfiles` parses in the Worker. */
export const profilePieces = (realm: Realm, users: readonly number[] | undefined): readonly string[] =>
  realm.collect(profilePiecesHook, users).flat();

export const readProfiles = (pieces: readonly string[]): ReadonlyMap<UserId, ProfileData> =>
  profilesOf(pieces.flatMap((piece) => unpacked<ProfileEntry[]>(piece)));

function profilesOf(entries: readonly ProfileEntry[]): ReadonlyMap<UserId, ProfileData> {
  const profiles = new Map<UserId, ProfileData>();
  for (const [user, field, value, rendered] of entries) {
    const profile = entryOf(profiles, user, (): ProfileData => ({}));
    profile[field] = rendered === null ? { value } : { value, rendered_value: rendered };
  }
  return profiles;
}
