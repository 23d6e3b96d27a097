import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { AuthenticationMethod } from "../../../protocol/authentication-methods.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { RealmSettingName } from "../../../protocol/realm-settings.ts";
import { hook } from "../../../realm/realm.ts";

/** Runs when the time for which the organization or a channel keeps messages has been set, as it is for a new channel. */
export const retentionChangedHook = hook<[]>("retention changed");

/** Runs when a setting of the organization has been stored, by whatever way: a change, an import, its founding. */
export const settingStoredHook = hook<[name: string]>("setting stored");

/** Runs before an actor gives a setting of the organization a value; a handler throws to refuse the value. */
export const beforeRealmSettingHook =
  hook<[actor: Actor, name: RealmSettingName, value: unknown]>("before realm setting");

/** The login providers of the organization besides those of the operator. They are on while they are there. */
export const loginProvidersHook = hook<[], readonly LoginProvider[]>("login providers");

/**
 * The authentication methods by which a person has logged in and can again, besides passwords; null for a provider that
 * no method switches.
 */
export const usedMethodsHook = hook<[user: UserId], readonly (AuthenticationMethod | null)[]>("used methods");
