import { action } from "../../../../endpoints/endpoint.ts";
import { integer, json, optional, text, textOf } from "../../../../endpoints/parameter.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { type Role, roleSchema } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type SentFieldValue, sentValuesSchema } from "../../profile-fields/field-value.ts";
import { accessField } from "../../profile-fields/profile-fields.ts";
import { writeValue } from "../../profile-fields/profile-values.ts";
import { realmSettings } from "../../realm/realm-settings.ts";
import { accessUser, accessUserByEmail, accessUserToChange } from "../access.ts";
import { checkWayInChange } from "../authentication/ways-in.ts";
import { changeEmail, changeFullName } from "../changes.ts";
import { emailSchema } from "../email.ts";
import { checkNameIsFree, fullNameSchema } from "../full-name.ts";
import { addressGivenHook } from "../hooks.ts";
import { checkEmailIsFree, type User } from "../users.ts";
import { mayActAs } from "./act-as.ts";
import { renameBot } from "./bots/bots.ts";
import { tellBotOwner } from "./bots/tell-owner.ts";
import { changedAccountFields } from "./bots/update-bot.ts";
import { checkEmailAllowed } from "./email-rules.ts";
import { checkMayAssignRole, checkNotLastOwner } from "./owner-rules.ts";
import { changeRole } from "./roles.ts";

const params = {
  full_name: optional(textOf(fullNameSchema)),
  role: optional(json(roleSchema)),
  new_email: optional(textOf(emailSchema)),
  profile_data: optional(json(sentValuesSchema)),
};

interface Changes {
  readonly full_name: string | undefined;
  readonly role: Role | undefined;
  readonly new_email: string | undefined;
  readonly profile_data: readonly SentFieldValue[] | undefined;
}

export const updateUserEndpoint = action({
  route: "PATCH /users/:user_id",
  by: "administrator",
  params: { user_id: integer, ...params },
  reply: {},
  run({ realm, actor, params }) {
    updateUser(realm, actor, params.user_id, params);
    return {};
  },
});

export const updateUserByEmailEndpoint = action({
  route: "PATCH /users/:email",
  by: "administrator",
  params: { email: text("address"), ...params },
  reply: {},
  run({ realm, actor, params }) {
    updateUser(realm, actor, accessUserByEmail(realm, actor, params.email).id, params);
    return {};
  },
});

function updateUser(realm: Realm, actor: Actor, id: number, changes: Changes): void {
  const { full_name, role, new_email, profile_data = [] } = changes;
  const user = accessUserToChange(realm, actor, id);
  if (role !== undefined && role !== user.role) {
    checkMayAssignRole(actor, role);
    checkNotLastOwner(realm, user, "The owner permission cannot be removed from the only organization owner.");
    changeRole(realm, user, role);
  }
  if (full_name !== undefined && full_name !== user.full_name) rename(realm, user, full_name);
  if (new_email !== undefined && new_email !== user.delivery_email) changeAddress(realm, actor, user, new_email);
  for (const { id: field, value } of profile_data) writeValue(realm, user, accessField(realm, field), value);
  if (user.bot_type !== null) {
    tellBotOwner(realm, actor, user, changedAccountFields(user, accessUser(realm, null, user.id)));
  }
}

function rename(realm: Realm, user: User, full_name: string): void {
  if (user.bot_type !== null) {
    renameBot(realm, user, full_name);
  } else {
    if (realmSettings(realm).require_unique_names) checkNameIsFree(realm, full_name, user.id);
    changeFullName(realm, user, full_name);
  }
}

/**
 * Changes the real address of an account. Every administrator has `can_change_user_emails` here, but only for accounts
 * that they may act as, since whoever has the address can take over the account.
 */
function changeAddress(realm: Realm, actor: Actor, user: User, email: string): void {
  if (!mayActAs(realm, accessUser(realm, null, actor.user_id), user)) {
    throw badRequest("User not authorized to change user emails");
  }
  // The account may keep its own address in another case.
  const isOther = email.toLowerCase() !== user.delivery_email.toLowerCase();
  // Nobody logs in by the address of a bot.
  const isWayIn = isOther && user.bot_type === null;
  if (isOther) checkEmailIsFree(realm, email);
  checkEmailAllowed(realm, email);
  if (isWayIn) checkWayInChange(realm, actor, { way: "address", act: "change", of: user });
  changeEmail(realm, user, email);
  if (isWayIn) realm.run(addressGivenHook, user, actor);
}
