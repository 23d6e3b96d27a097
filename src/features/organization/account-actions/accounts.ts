import type { ChannelId } from "../../../protocol/ids.ts";
import { countsHoursTo23, spokenLanguage } from "../../../protocol/language.ts";
import { EmailVisibility, type UserSettings } from "../../../protocol/user-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { AuditAction } from "../../trust/audit-log/actions.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { checkEmailIsFree, insertAccount, type NewUser, type User, writeUserSetting } from "../accounts/accounts.ts";
import { emitUserAdded } from "../accounts/changes.ts";
import { checkNameIsFree } from "../accounts/full-name.ts";
import { startingSettingsHook, userCreatedHook } from "../accounts/hooks.ts";
import { realmSettings } from "../organization-settings/realm-settings.ts";
import { checkEmailAllowed } from "./email-rules.ts";
import { placeInRoleGroups, roleName } from "./roles.ts";

interface NewAccount extends Omit<NewUser, "email_visibility"> {
  /** Channels to subscribe the account to. If undefined, a human user is subscribed to the default channels. */
  readonly channels?: readonly ChannelId[];
  /** Locale of the browser used to sign up. Defaults to the organization's language. */
  readonly locale?: string | undefined;
  /** True if the user signs up, rather than someone else creating the account. */
  readonly joins?: boolean;
}

export function checkNewPerson(realm: Realm, { email, full_name }: { email: string; full_name: string }): void {
  checkEmailAllowed(realm, email);
  checkEmailIsFree(realm, email);
  if (realmSettings(realm).require_unique_names) checkNameIsFree(realm, full_name);
}

/**
 * Creates an account with its groups and subscriptions, and emits them in the order clients rely on
 * (register-and-events.md 6): the account, its groups, its channels.
 */
export function createAccount(realm: Realm, { channels, locale, joins = false, ...account }: NewAccount): User {
  const settings = account.bot === undefined ? startingSettings(realm, locale) : {};
  const { email_address_visibility: email_visibility = EmailVisibility.everyone, ...rest } = settings;
  const user = insertAccount(realm, { ...account, email_visibility });
  for (const name of Object.keys(rest) as (keyof typeof rest)[]) {
    writeUserSetting(realm, user.id, name, rest[name]);
  }
  const made: AuditAction = user.bot_type === null ? "user.created" : "bot.created";
  const details = { role: roleName(user.role), ...(user.bot_type !== null && { owner_id: user.bot_owner_id }) };
  audit(realm, joins ? "user.joined" : made, { of: accountEntity(user), details, ...(joins && { by: user }) });
  emitUserAdded(realm, user);
  placeInRoleGroups(realm, user);
  realm.run(userCreatedHook, user, channels);
  return user;
}

/**
 * Returns the settings of a new account. Language and clock format come from the locale, or else from the
 * organization's language, unless the organization has chosen them for new users. The clock format stays unset if it is
 * the language's usual one.
 */
function startingSettings(realm: Realm, locale: string | undefined): Partial<UserSettings> {
  const { default_language } = realmSettings(realm);
  const wanted = locale ?? default_language;
  const language = spokenLanguage(wanted) ?? default_language;
  // `wanted` and `language` are usually equal. Creating an `Intl` formatter takes longer than the rest of creating an
  // account.
  const differs = wanted !== language && countsHoursTo23(wanted) !== countsHoursTo23(language);
  return Object.assign(
    language === "en" ? {} : { default_language: language },
    differs ? { twenty_four_hour_time: countsHoursTo23(wanted) } : {},
    ...realm.collect(startingSettingsHook),
  );
}
