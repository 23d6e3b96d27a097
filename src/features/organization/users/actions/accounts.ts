import type { ChannelId } from "../../../../protocol/ids.ts";
import { EmailVisibility, type UserSettings } from "../../../../protocol/user-settings.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { emitUserAdded } from "../changes.ts";
import { startingSettingsHook, userCreatedHook } from "../hooks.ts";
import { insertAccount, type NewUser, type User, writeUserSetting } from "../users.ts";
import { placeInRoleGroups } from "./roles.ts";

interface NewAccount extends Omit<NewUser, "email_visibility"> {
  /** Which channels it starts in; a person in the default ones, unless told otherwise. */
  readonly channels?: readonly ChannelId[];
}

/**
 * Makes an account with all that belongs to it, and tells everybody, in the order that clients rely on
 * (register-and-events.md 6): the account, its groups, its channels.
 */
export function createAccount(realm: Realm, { channels, ...account }: NewAccount): User {
  const settings = account.bot === undefined ? startingSettings(realm) : {};
  const { email_address_visibility: email_visibility = EmailVisibility.everyone, ...choices } = settings;
  const user = insertAccount(realm, { ...account, email_visibility });
  for (const name of Object.keys(choices) as (keyof typeof choices)[]) {
    writeUserSetting(realm, user.id, name, choices[name]);
  }
  emitUserAdded(realm, user);
  placeInRoleGroups(realm, user);
  realm.run(userCreatedHook, user, channels);
  return user;
}

const startingSettings = (realm: Realm): Partial<UserSettings> =>
  Object.assign({}, ...realm.collect(startingSettingsHook));
