import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { optional, text, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, notForBots, notForPeopleOutside } from "../../../protocol/errors.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { checkNotManaged } from "../../organization/account-actions/managed.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { checkWayInChange } from "../../organization/accounts/authentication/credentials.ts";
import { changeFullName } from "../../organization/accounts/changes.ts";
import { emailSchema } from "../../organization/accounts/email.ts";
import { checkNameIsFree, fullNameSchema } from "../../organization/accounts/full-name.ts";
import { addressGivenHook, addressToConfirmHook, unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import {
  changeOwnSettings,
  settingParams,
  settingsAmong,
  settingsRequestedHook,
} from "../user-settings/user-settings.ts";
import { findEmailChange, isSameAddress, requestEmailChange } from "./change-email.ts";
import { beginPasswordCheck, changePassword, preparePasswords } from "./change-password.ts";
import { confirmEmailPage, emailConfirmedPage } from "./confirm-email-page.ts";
import { askAboutGivenAddress, askToConfirm } from "./given-address.ts";
import { deleteEmailChange, schema } from "./rows.ts";
import { changeSettingsOf, checkMayTarget, targetUsersParam } from "./target-users.ts";

/** Parameters that bots can't change for themselves. A bot's name and email visibility are changed by its owner. */
const forPeople = ["full_name", "email", "new_password", "email_address_visibility"] as const;

/** Parameters that aren't settings, and can't be combined with `target_users`. */
const ownThings = ["full_name", "email", "old_password", "new_password", "second_factor_code"] as const;

/** Parameters that someone who joined through an outside link can't change. */
const notOutside = [
  ...ownThings.filter((name) => name !== "full_name"),
  ...(["email_address_visibility", "target_users"] as const),
];

const updateSettingsEndpoint = action({
  route: "PATCH /settings",
  outside: true,
  aliases: ["PATCH /settings/display", "PATCH /settings/notifications"],
  params: {
    ...settingParams,
    full_name: optional(textParameter(fullNameSchema)),
    email: optional(textParameter(emailSchema)),
    old_password: optional(text("password")),
    new_password: optional(text("password")),
    /** Sent along with the password to change the email. Not part of Zulip's API. */
    second_factor_code: optional(text("word")),
    /** The users whose settings an administrator changes instead of the administrator's own. */
    target_users: targetUsersParam,
  },
  plan({ realm, actor, params, request }) {
    if (params.target_users !== undefined) checkMayTarget(actor, params, ownThings);
    if (actor.is_bot && forPeople.some((name) => params[name] !== undefined)) throw notForBots();
    if (actor.outside === true && notOutside.some((name) => params[name] !== undefined)) throw notForPeopleOutside();
    return { password: beginPasswordCheck(realm, accessUser(realm, actor, actor.user_id), params, request) };
  },
  prepare: ({ plan, params, ...worker }) => preparePasswords(params, plan.password, worker),
  run({ realm, actor, params, prepared: password, request }) {
    if (params.target_users !== undefined) {
      checkMayTarget(actor, params, ownThings);
      changeSettingsOf(realm, actor, params.target_users, settingsAmong(params));
      return;
    }
    const user = accessUser(realm, actor, actor.user_id);
    const email = params.email !== undefined && isSameAddress(params.email, user) ? undefined : params.email;
    if (email !== undefined) {
      checkNotManaged(realm, user);
      const shown = password === null ? undefined : { ...password, code: params.second_factor_code };
      checkWayInChange(realm, actor, { way: "address", act: "change", of: user, shown });
    }
    if (password !== null) changePassword(realm, actor, user, { ...password, request });
    // A new password would cancel an email change started before it.
    if (email !== undefined) requestEmailChange(realm, user, email);
    if (params.full_name !== undefined) changeOwnName(realm, actor, user, params.full_name);
    const wanted = settingsAmong(params);
    changeOwnSettings(realm, user, wanted);
    realm.run(settingsRequestedHook, user, wanted);
  },
});

function changeOwnName(realm: Realm, actor: Actor, user: User, full_name: string): void {
  if (full_name === user.full_name) return;
  checkNotManaged(realm, user);
  const { name_changes_disabled, require_unique_names } = realmSettings(realm);
  if (name_changes_disabled && !isAdministrator(actor)) {
    throw badRequest("Name changes are disabled in this organization.");
  }
  if (require_unique_names) checkNameIsFree(realm, full_name, user.id);
  changeFullName(realm, user, full_name);
}

const reply = { email: v.string() };

/** Returns the address that a key would confirm. Not part of Zulip's API. */
const getEmailChangeEndpoint = action({
  route: "GET /confirm_new_email/:key",
  by: "anyone",
  params: { key: text("token") },
  reply,
  run: ({ realm, params }) => ({ email: findEmailChange(realm, params.key).email }),
});

/** Confirms a new address with its key. Not part of Zulip's API. */
const confirmEmailEndpoint = action({
  route: "POST /confirm_new_email/:key",
  by: "anyone",
  params: { key: text("token") },
  reply,
  run({ realm, params }) {
    const change = findEmailChange(realm, params.key);
    change.confirm();
    return { email: change.email };
  },
});

/** Changes the settings, name, email and password of the user's own account. */
export const settingsActions = feature({
  name: "preferences",
  schema,
  personal: {
    email_changes: { user: "user_id" },
    email_change_requests: { user: "user_id" },
    address_keys: { user: "user_id" },
  },
  archive: {
    leftOut: {
      email_changes: "of the moment: the letter names the old server",
      email_change_requests: "of the moment",
      address_keys: "of the moment: the letters name the old server",
    },
  },
  endpoints: [updateSettingsEndpoint, getEmailChangeEndpoint, confirmEmailEndpoint],
  pages: [confirmEmailPage, emailConfirmedPage],
  handlers: [
    on(unfinishedLoginsHook, (realm, user) => deleteEmailChange.run(realm.sql, { user })),
    on(addressGivenHook, askAboutGivenAddress),
    on(addressToConfirmHook, askToConfirm),
  ],
});
