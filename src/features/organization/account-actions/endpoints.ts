import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, optional, text, textParameter, type Values } from "../../../api/parameter.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { Role, roleSchema } from "../../../protocol/roles.ts";
import { MAX_DEACTIVATION_COMMENT_LENGTH } from "../../../protocol/text-lengths.ts";
import type { Realm } from "../../../realm/realm.ts";
import { newestMessageId } from "../../conversations/conversations.ts";
import { accessUser, accessUserByEmail, accessUserToChange, noSuchUser } from "../accounts/access.ts";
import { botsOwnedBy, checkEmailIsFree, type User } from "../accounts/accounts.ts";
import { checkWayInChange } from "../accounts/authentication/credentials.ts";
import { checkPasswordStrength, hashPassword } from "../accounts/authentication/password.ts";
import { changeEmail, changeFullName } from "../accounts/changes.ts";
import { emailSchema } from "../accounts/email.ts";
import { checkNameIsFree, fullNameSchema } from "../accounts/full-name.ts";
import { addressGivenHook, type DeletionActions, deletionOrderedHook } from "../accounts/hooks.ts";
import { memberSchema } from "../accounts/member-schema.ts";
import { profileOf } from "../accounts/profiles.ts";
import { memberObject } from "../accounts/user-object.ts";
import { realmSettings } from "../organization-settings/realm-settings.ts";
import { sentValuesSchema } from "../profile-fields/field-value.ts";
import { accessField } from "../profile-fields/profile-fields.ts";
import { writeValueByOther } from "../profile-fields/profile-values.ts";
import { checkNewPerson, createAccount } from "./accounts.ts";
import { checkMayActAs, mayActAs } from "./act-as.ts";
import { botOwner } from "./bots/bot-events.ts";
import { checkBotNameIsFree, checkMayCreateBot, renameBot } from "./bots/bots.ts";
import { tellBotOwner } from "./bots/tell-owner.ts";
import { changedAccountFields, checkActiveBotLimit, checkBotLimits } from "./bots/update-bot.ts";
import { deactivate, deactivatePerson, reactivate } from "./deactivation.ts";
import { sendDeactivationMail } from "./deactivation-mail.ts";
import { checkEmailAllowed } from "./email-rules.ts";
import { checkNotManaged } from "./managed.ts";
import { checkMayAssignRole, checkMayDeactivateSelf, checkNotLastOwner } from "./owner-rules.ts";
import { changeRole } from "./roles.ts";

const createUserEndpoint = action({
  route: "POST /users",
  // Seed 4.18: administrators, all of whom have can_create_users here.
  by: "administrator",
  params: { email: textParameter(emailSchema), password: text("password"), full_name: textParameter(fullNameSchema) },
  reply: { user_id: v.number() },
  plan({ realm, params: { email, password, full_name } }) {
    checkNewPerson(realm, { email, full_name });
    checkPasswordStrength(password, [full_name, email, realmSettings(realm).name]);
  },
  prepare: ({ params, ...worker }) => hashPassword(params.password, worker),
  run({ realm, params: { email, full_name }, prepared: passwordHash }) {
    // Another request may have used the address or the name since `plan`.
    checkNewPerson(realm, { email, full_name });
    const user = createAccount(realm, { delivery_email: email, full_name, role: Role.member, passwordHash });
    return { user_id: user.id };
  },
});

const { bot_type: _, bot_owner_id: __, ...fields } = memberSchema.entries;

const getOwnUserEndpoint = action({
  route: "GET /users/me",
  outside: true,
  reply: { ...fields, max_message_id: v.number() },
  run({ realm, actor }) {
    const options = { viewer: actor, client_gravatar: false, profile: profileOf(realm, actor.user_id) };
    const {
      bot_type: _,
      bot_owner_id: __,
      ...user
    } = memberObject(accessUser(realm, actor, actor.user_id), realm.id, options);
    return { ...user, max_message_id: actor.outside === true ? -1 : newestMessageId(realm) || -1 };
  },
});

const params = {
  full_name: optional(textParameter(fullNameSchema)),
  role: optional(json(roleSchema)),
  new_email: optional(textParameter(emailSchema)),
  profile_data: optional(json(sentValuesSchema)),
};

const updateUserEndpoint = action({
  route: "PATCH /users/:user_id",
  by: "administrator",
  params: { user_id: integer, ...params },
  run: ({ realm, actor, params }) => updateUser(realm, actor, params.user_id, params),
});

const updateUserByEmailEndpoint = action({
  route: "PATCH /users/:email",
  by: "administrator",
  params: { email: text("address"), ...params },
  run: ({ realm, actor, params }) => updateUser(realm, actor, accessUserByEmail(realm, actor, params.email).id, params),
});

function updateUser(realm: Realm, actor: Actor, id: number, changes: Values<typeof params>): void {
  const { full_name, role, new_email, profile_data = [] } = changes;
  const user = accessUserToChange(realm, actor, id);
  if (role !== undefined && role !== user.role) {
    checkMayAssignRole(actor, role);
    checkNotLastOwner(realm, user, "The owner permission cannot be removed from the only organization owner.");
    changeRole(realm, user, role);
  }
  if (full_name !== undefined && full_name !== user.full_name) rename(realm, user, full_name);
  if (new_email !== undefined && new_email !== user.delivery_email) changeAddress(realm, actor, user, new_email);
  for (const { id: field, value } of profile_data) writeValueByOther(realm, user, accessField(realm, field), value);
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
 * Changes an account's real email. Every administrator has `can_change_user_emails` here, but only for accounts they
 * can act as, because the email is enough to take over the account.
 */
function changeAddress(realm: Realm, actor: Actor, user: User, email: string): void {
  if (!mayActAs(realm, accessUser(realm, null, actor.user_id), user)) {
    throw badRequest("User not authorized to change user emails");
  }
  // Changing only the case of an account's address is allowed.
  const isOther = email.toLowerCase() !== user.delivery_email.toLowerCase();
  // No one logs in with a bot's address.
  const isWayIn = isOther && user.bot_type === null;
  if (isOther) checkEmailIsFree(realm, email);
  checkEmailAllowed(realm, email);
  if (isWayIn) checkWayInChange(realm, actor, { way: "address", act: "change", of: user });
  changeEmail(realm, user, email);
  if (isWayIn) realm.run(addressGivenHook, user, actor);
}

const optionalFlag = v.optional(v.boolean(), false);
const actionsSchema = v.object({
  delete_profile: optionalFlag,
  delete_public_channel_messages: optionalFlag,
  delete_private_channel_messages: optionalFlag,
  delete_direct_messages: optionalFlag,
});
const none: DeletionActions = v.parse(actionsSchema, {});

const deactivateUserEndpoint = action({
  route: "DELETE /users/:user_id",
  by: "administrator",
  params: {
    user_id: integer,
    // The text isn't JSON, but clients that send all values as JSON send `null` for no text.
    deactivation_notification_comment: optional(
      textParameter(
        v.union([
          v.pipe(
            v.literal("null"),
            v.transform(() => null),
          ),
          v.pipe(v.string(), v.maxCodePoints(MAX_DEACTIVATION_COMMENT_LENGTH)),
        ]),
      ),
      null,
    ),
    /** Further deletions, applied to the user's bots first, then to the user. */
    actions: optional(json(actionsSchema), none),
  },
  run({ realm, actor, params: { user_id, deactivation_notification_comment: comment, actions } }) {
    const user = accessUserToChange(realm, actor, user_id);
    // Bots are deactivated with DELETE /bots/{bot_id}.
    if (user.bot_type !== null) throw noSuchUser();
    deactivatePerson(realm, user);
    if (Object.values(actions).some(Boolean))
      realm.run(deletionOrderedHook, [...botsOwnedBy(realm, user.id), user], actions);
    if (comment !== null) sendDeactivationMail(realm, user, { by: actor.full_name, comment: comment.trim() });
  },
});

const deactivateOwnUserEndpoint = action({
  route: "DELETE /users/me",
  by: "human",
  run({ realm, actor }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkNotManaged(realm, user);
    checkMayDeactivateSelf(realm, user);
    deactivate(realm, user);
  },
});

const reactivateUserEndpoint = action({
  route: "POST /users/:user_id/reactivate",
  by: "administrator",
  params: { user_id: integer },
  run({ realm, actor, params }) {
    const user = accessUserToChange(realm, actor, params.user_id);
    if (user.bot_type !== null) {
      // The actor may become the bot's owner.
      checkMayActAs(realm, actor, user);
      checkMayCreateBot(realm, actor, user.bot_type);
      checkBotNameIsFree(realm, user.full_name, user);
      const owner = botOwner(realm, user);
      if (owner?.is_active === 1) checkActiveBotLimit(realm, owner.id);
      else checkBotLimits(realm, actor.user_id, { is_active: 1 });
    }
    reactivate(realm, user, accessUser(realm, actor, actor.user_id));
  },
});

export const accountActionEndpoints = [
  createUserEndpoint,
  getOwnUserEndpoint,
  updateUserEndpoint,
  updateUserByEmailEndpoint,
  deactivateUserEndpoint,
  deactivateOwnUserEndpoint,
  reactivateUserEndpoint,
];
