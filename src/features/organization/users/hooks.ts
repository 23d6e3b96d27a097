import type { Actor } from "../../../protocol/actor.ts";
import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { RealmSettings } from "../../../protocol/realm-settings.ts";
import type { UserSettings } from "../../../protocol/user-settings.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { hook } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import type { UserRow } from "./rows.ts";
import type { User } from "./users.ts";

/** Whether guests see only users with whom they share a channel or a direct conversation (users-groups-org.md 4.3). */
export const limitsGuestsHook = hook<[], boolean>("limits guests");

/** Whether a guest shares a channel with a user. */
export const sharesChannelHook = hook<[guest: UserId, user: UserId], boolean>("shares channel");

/** All users with whom a guest shares a channel. */
export const sharedChannelUsersHook = hook<[guest: UserId], Iterable<UserId>>("shared channel users");

/** Whether people can log in with a password. */
export const passwordLoginsHook = hook<[], boolean>("password logins");

/** The settings of the organization that bound logins. */
export const loginRulesHook = hook<
  [],
  Pick<
    RealmSettings,
    | "session_max_hours"
    | "session_idle_days"
    | "admin_session_max_hours"
    | "admin_session_idle_days"
    | "key_max_days"
    | "key_idle_days"
    | "key_limits_for_bots"
    | "fresh_login_minutes"
  >
>("login rules");

/** The standing of a login whose password is right. */
export type SecondFactorResult = "complete" | "code wanted" | "passkey wanted" | "setup wanted";

/**
 * The standing of the login of an account whose password is right, with the code that came along; throws for a wrong code.
 */
export const secondFactorHook = hook<[user: User, code: string | undefined], SecondFactorResult>("login standing");

/**
 * Runs when what was begun with a login of an account ends: after a new password or address, with its sessions, with the
 * account. Whatever can still become a way in is forgotten.
 */
export const unfinishedLoginsHook = hook<[user: UserId]>("unfinished logins");

/** Runs when an administrator has given an account another address, with the account as it was. */
export const addressGivenHook = hook<[former: User, by: Actor]>("address given");

/** Runs when a letter is wanted by which an account's address is confirmed. */
export const addressToConfirmHook = hook<[user: User]>("address to confirm");

/** Whether an actor is in a browser in which somebody has logged in a moment ago. */
export const recentLoginHook = hook<[actor: Actor], boolean>("recent login");

/** Whether a person may act as the account of another; asked whenever a request has a key that was given to that person. */
export const actsAsHook = hook<[person: User, account: User], boolean>("acts as");

/** Runs when a person has logged in: with a session in a browser, or with an API key for themselves. */
export const loggedInHook = hook<[person: UserId, request: RequestFacts]>("logged in");

/** Runs when an API key of an account ends, given by its id, or all of them (null). */
export const keysEndedHook = hook<[user: UserId, key: number | null]>("keys ended");

/** Runs when a person has put a new API key in place of all that they had. */
export const keysRenewedHook = hook<[person: User]>("keys renewed");

/** Runs when a user has begun to see an account, after the events of the account itself. */
export const userBecameVisibleHook = hook<[viewer: UserId, seen: UserRow]>("user became visible");

/** A value of a profile, as the realm sends it to the Worker; its HTML is null where the field is not Markdown. */
export type ProfileEntry = readonly [user: UserId, field: number, value: string, rendered: string | null];

/** The values of an account's profile. */
export const profileEntriesHook = hook<[user: UserId], readonly ProfileEntry[]>("profile entries");

/** The values of the profiles of these users, or of all of them, as pieces of JSON. */
export const profilePiecesHook = hook<[users: readonly number[] | undefined], readonly string[]>("profile pieces");

/** The settings that the organization has chosen for the accounts of new people. */
export const startingSettingsHook = hook<[], Partial<UserSettings>>("starting settings");

/** Runs when an account has been created, with the channels to start in, or undefined where nobody has chosen any. */
export const userCreatedHook = hook<[user: User, channels: readonly ChannelId[] | undefined]>("user created");

/** Whether a directory manages an account, so that its user changes neither its name nor its address, nor deactivates it. */
export const accountManagedHook = hook<[user: UserId], boolean>("account managed");

/** Runs when an account has been deactivated, before its bots are. */
export const userDeactivatedHook = hook<[user: User]>("user deactivated");

/** The things that are deleted with a deactivated account. */
export interface DeletionActions {
  readonly delete_profile: boolean;
  readonly delete_public_channel_messages: boolean;
  readonly delete_private_channel_messages: boolean;
  readonly delete_direct_messages: boolean;
}

/** Runs when something is to be deleted of accounts that have just been deactivated, in this order. */
export const deletionOrderedHook = hook<[accounts: readonly User[], actions: DeletionActions]>("deletion ordered");

/** Runs before the profile of an account is deleted, and before the address goes that such a profile has kept: for whoever has to keep what it was. */
export const profileLeavingHook = hook<[user: User]>("profile leaving");

/** Runs when the profile of an account is deleted: what others store of it goes. */
export const profileDeletedHook = hook<[user: User]>("profile deleted");

/** Runs when the person of an account is erased, with the account as it was: all that others store of them goes. */
export const accountErasedHook = hook<[former: User]>("account erased");

/** Runs when an account has been reactivated, after the events of the account itself. */
export const userReactivatedHook = hook<[user: User]>("user reactivated");

/**
 * Runs when an account has been deactivated or reactivated, which hides or shows it in permissions that name it: a
 * handler emits those permissions to the audience.
 */
export const userInPermissionsHook = hook<[user: UserId, audience: Audience]>("user in permissions");

/** Runs when a user has become an administrator, or is one no longer. */
export const administratorChangedHook = hook<[user: UserId]>("administrator changed");

/** Runs when the role of an account has become that of owners, or is so no longer. */
export const ownerChangedHook = hook<[user: UserId]>("owner changed");

/** Runs when a person has become an administrator or owner from a role with fewer rights. */
export const roleRaisedHook = hook<[user: UserId]>("role raised");

/** Runs before an actor is given a key of an account whose keys they have none of; a handler throws to refuse it. */
export const beforeKeyDisclosureHook = hook<[actor: Actor, account: User]>("before key disclosure");

/** The name of a channel, if there is such a channel. */
export const channelNameHook = hook<[channel: ChannelId], string | undefined>("channel name");

/** The channel that has a name; a handler throws where there is none that the actor may see. */
export const channelNamedHook = hook<[actor: Actor, name: string], ChannelId>("channel named");
