import type { Actor } from "../../../protocol/actor.ts";
import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { RealmSettings } from "../../../protocol/realm-settings.ts";
import type { UserSettings } from "../../../protocol/user-settings.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { hook } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import type { User } from "./accounts.ts";
import type { UserRow } from "./rows.ts";

/** Whether guests only see users they share a channel or a direct conversation with (users-groups-org.md 4.3). */
export const limitsGuestsHook = hook<[], boolean>("limits guests");

export const sharesChannelHook = hook<[guest: UserId, user: UserId], boolean>("shares channel");

export const sharedChannelUsersHook = hook<[guest: UserId], Iterable<UserId>>("shared channel users");

export const passwordLoginsHook = hook<[], boolean>("password logins");

/** Organization settings that limit logins. */
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

/** What a login still lacks after a correct password. */
export type SecondFactorResult = "complete" | "code wanted" | "passkey wanted" | "setup wanted";

/** Returns what a login with a correct password still lacks. Throws if `code`, the two-factor code sent, is wrong. */
export const secondFactorHook = hook<[user: User, code: string | undefined], SecondFactorResult>("login standing");

/**
 * Runs when an account's unfinished logins must end: after a new password or email, or when its sessions or the account
 * itself end. Handlers delete anything that could still lead to a login.
 */
export const unfinishedLoginsHook = hook<[user: UserId]>("unfinished logins");

/** Runs when an administrator has changed an account's email. `former` is the account before the change. */
export const addressGivenHook = hook<[former: User, by: Actor]>("address given");

/** Runs when an administrator has created a link for choosing an account's password. */
export const passwordLinkGivenHook = hook<[user: User]>("password link given");

/** Runs when an account's address must be confirmed by email. */
export const addressToConfirmHook = hook<[user: User]>("address to confirm");

/** Whether an actor recently logged in to the browser session they use. */
export const recentLoginHook = hook<[actor: Actor], boolean>("recent login");

/** Whether a user can act as another account. Checked for every request with a key given to that user. */
export const actsAsHook = hook<[person: User, account: User], boolean>("acts as");

/** Runs when a user has logged in: when a browser session or an API key of their own was created. */
export const loggedInHook = hook<[person: UserId, request: RequestFacts]>("logged in");

/** Runs when an API key of an account ends, or all its keys if `key` is null. */
export const keysEndedHook = hook<[user: UserId, key: number | null]>("keys ended");

/** Runs when a user has replaced all their API keys with a new one. */
export const keysRenewedHook = hook<[person: User]>("keys renewed");

/** Runs when an account has become visible to a user, after the account's own events. */
export const userBecameVisibleHook = hook<[viewer: UserId, seen: UserRow]>("user became visible");

/** A profile value, as the realm sends it to the Worker. Its HTML is null if the field isn't Markdown. */
export type ProfileEntry = readonly [user: UserId, field: number, value: string, rendered: string | null];

export const profileEntriesHook = hook<[user: UserId], readonly ProfileEntry[]>("profile entries");

/** Returns the profile values of these users, or of all users if undefined, as chunks of JSON. */
export const profilePiecesHook = hook<[users: readonly number[] | undefined], readonly string[]>("profile pieces");

/** Settings the organization has chosen for new users' accounts. */
export const startingSettingsHook = hook<[], Partial<UserSettings>>("starting settings");

/** Runs when an account has been created. `channels` are its initial channels, or undefined for the default ones. */
export const userCreatedHook = hook<[user: User, channels: readonly ChannelId[] | undefined]>("user created");

/** Whether a directory manages an account, so that its user can't change its name or email, or deactivate it. */
export const accountManagedHook = hook<[user: UserId], boolean>("account managed");

/** Runs when an account has been deactivated, before its bots are deactivated. */
export const userDeactivatedHook = hook<[user: User]>("user deactivated");

/** Further data to delete along with a deactivation. */
export interface DeletionActions {
  readonly delete_profile: boolean;
  readonly delete_public_channel_messages: boolean;
  readonly delete_private_channel_messages: boolean;
  readonly delete_direct_messages: boolean;
}

/** Runs after accounts were deactivated, to delete their data. Handlers delete it in the order of the accounts. */
export const deletionOrderedHook = hook<[accounts: readonly User[], actions: DeletionActions]>("deletion ordered");

/**
 * Runs before an account's profile is deleted, and before the address kept by a deleted profile is removed. Features
 * that must keep the data can save it here.
 */
export const profileLeavingHook = hook<[user: User]>("profile leaving");

/** Runs when an account's profile is deleted. Handlers delete the profile data they store. */
export const profileDeletedHook = hook<[user: User]>("profile deleted");

/**
 * Runs when an account's user is erased. `former` is the account before the erasure, `addresses` all its known emails.
 * Handlers delete everything they store about the user.
 */
export const accountErasedHook = hook<[former: User, addresses: readonly string[]]>("account erased");

export const emailChangedHook = hook<[user: User]>("email changed");

/** Runs when an account has been reactivated, after the account's own events. */
export const userReactivatedHook = hook<[user: User]>("user reactivated");

/**
 * Runs when an account was deactivated or reactivated, which hides or shows it in permissions. Handlers emit the
 * permissions that contain it to the audience.
 */
export const userInPermissionsHook = hook<[user: UserId, audience: Audience]>("user in permissions");

export const administratorChangedHook = hook<[user: UserId]>("administrator changed");

export const ownerChangedHook = hook<[user: UserId]>("owner changed");

/** Runs when a user has become an administrator or owner from a less powerful role. */
export const roleRaisedHook = hook<[user: UserId]>("role raised");

/** Runs before an actor is given a key of an account, unless they already have one. A handler throws to reject it. */
export const beforeKeyDisclosureHook = hook<[actor: Actor, account: User]>("before key disclosure");

/** Returns a channel's name. Undefined if the user can't see the channel. */
export const channelNameHook = hook<[user: UserId, channel: ChannelId], string | undefined>("channel name");

/** Runs when a channel has been renamed, after the channel's own event. */
export const channelRenamedHook = hook<[channel: ChannelId]>("channel renamed");

/** Returns the channel with a name. Throws if the actor can't see a channel with that name. */
export const channelNamedHook = hook<[actor: Actor, name: string], ChannelId>("channel named");
