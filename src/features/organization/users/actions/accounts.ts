import { EmailVisibility } from "../../../../protocol/user-settings.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { Channel } from "../../../channels/channels/channels.ts";
import { defaultChannels } from "../../../channels/channels/default-channels.ts";
import { subscribeUsers } from "../../../channels/subscriptions/subscribe.ts";
import { newUserSettings, startSettings } from "../../../people/settings/new-user-settings.ts";
import { tellOfUser } from "../changes.ts";
import { insertAccount, type NewUser, type User } from "../users.ts";
import { userActivatedHook } from "./hooks.ts";
import { placeInRoleGroups } from "./roles.ts";

interface NewAccount extends Omit<NewUser, "email_visibility"> {
  /** Which channels it starts in; a person in the default ones, unless told otherwise. */
  readonly channels?: readonly Channel[];
}

/**
 * Makes an account with all that belongs to it, and tells everybody, in the order that clients rely on
 * (register-and-events.md 6): the account, its groups, its channels.
 */
export function createAccount(realm: Realm, { channels, ...account }: NewAccount): User {
  const isPerson = account.bot === undefined;
  const email_visibility = isPerson ? newUserSettings(realm).email_address_visibility : EmailVisibility.everyone;
  const user = insertAccount(realm, { ...account, email_visibility });
  if (isPerson) startSettings(realm, user.id);
  tellOfUser(realm, user);
  placeInRoleGroups(realm, user);
  subscribeUsers(realm, { channels: channels ?? (isPerson ? defaultChannels(realm) : []), users: [user.id] });
  realm.run(userActivatedHook, user);
  return user;
}
