import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/hook.ts";
import type { UserRow } from "./rows.ts";
import type { User } from "./users.ts";

/** Whether the organization shows guests only those with whom they share something (users-groups-org.md 4.3). */
export const limitsGuestsHook = hook<[], boolean>("limits guests");

/** Whether a guest shares a channel with a user. */
export const sharesChannelHook = hook<[guest: UserId, user: UserId], boolean>("shares channel");

/** All users with whom a guest shares a channel. */
export const sharedChannelUsersHook = hook<[guest: UserId], Iterable<UserId>>("shared channel users");

/** Whether people can log in with a password. */
export const passwordLoginsHook = hook<[], boolean>("password logins");

/** Whether a person may act as the account of another; asked whenever a request comes with a key told to that person. */
export const actsAsHook = hook<[person: User, account: User], boolean>("acts as");

/** Runs when an API key of an account ends, given by its id, or all of them (null). */
export const keysEndedHook = hook<[user: UserId, key: number | null]>("keys ended");

/** Runs when a user has begun to see an account, after the events of the account itself. */
export const userBecameVisibleHook = hook<[viewer: UserId, seen: UserRow]>("user became visible");

/** A value of a profile on its way to the Worker; its HTML is null where the field is not Markdown. */
export type ProfileEntry = readonly [user: UserId, field: number, value: string, rendered: string | null];

/** The values of an account's profile. */
export const profileEntriesHook = hook<[user: UserId], readonly ProfileEntry[]>("profile entries");

/** The values of the profiles of these users, or of all of them, as pieces of JSON. */
export const profilePiecesHook = hook<[users: readonly number[] | undefined], readonly string[]>("profile pieces");
