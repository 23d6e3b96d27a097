import type { UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";

/** Whose messages somebody does not want to read: they count as read when they come (messages.md 2). */
export const mutedSenders = (_realm: Realm, _user: UserId): readonly UserId[] => [];
