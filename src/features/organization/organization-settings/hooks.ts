import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { AuthenticationMethod } from "../../../protocol/authentication-methods.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { RealmSettingName } from "../../../protocol/realm-settings.ts";
import { hook } from "../../../realm/realm.ts";

/**
 * Runs when the retention period of the organization or a channel was set. `isNew` is true for a new channel, and after
 * an import.
 */
export const retentionChangedHook = hook<[{ readonly isNew: boolean }]>("retention changed");

/** Runs when an organization setting was stored for any reason: a change, an import, or the organization's creation. */
export const settingStoredHook = hook<[name: string]>("setting stored");

/** Runs before an actor sets an organization setting. Handlers can throw to reject the value. */
export const beforeRealmSettingHook =
  hook<[actor: Actor, name: RealmSettingName, value: unknown]>("before realm setting");

/** Returns the organization's own login providers, in addition to the operator's. */
export const loginProvidersHook = hook<[], readonly LoginProvider[]>("login providers");

/**
 * Returns the authentication methods other than passwords that a user has logged in with and can use again. Null stands
 * for a provider that isn't turned on or off by a method.
 */
export const usedMethodsHook = hook<[user: UserId], readonly (AuthenticationMethod | null)[]>("used methods");
