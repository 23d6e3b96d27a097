import { action } from "../../../../endpoints/endpoint.ts";
import { optional, text, textOf } from "../../../../endpoints/parameter.ts";
import { type Actor, isAdministrator } from "../../../../protocol/actor.ts";
import { badRequest, notForBots } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { realmSettings } from "../../../organization/realm/public.ts";
import {
  accessUser,
  changeFullName,
  checkNameIsFree,
  emailSchema,
  fullNameSchema,
  type User,
} from "../../../organization/users/public.ts";
import { endSessions } from "../../logins/public.ts";
import { settingsRequestedHook } from "../hooks.ts";
import { settingParams, settingsAmong } from "../setting-params.ts";
import { changeSettings } from "../settings.ts";
import { requestEmailChange } from "./change-email.ts";
import { beginPasswordChange, finishPasswordChange, preparePassword } from "./change-password.ts";

/** The parameters that bots may not change of themselves. Name and visibility of a bot are its owner's to change. */
const forPeople = ["full_name", "email", "new_password", "email_address_visibility"] as const;

export const updateSettingsEndpoint = action({
  route: "PATCH /settings",
  aliases: ["PATCH /settings/display", "PATCH /settings/notifications"],
  params: {
    ...settingParams,
    full_name: optional(textOf(fullNameSchema)),
    email: optional(textOf(emailSchema)),
    old_password: optional(text("password")),
    new_password: optional(text("password")),
  },
  reply: {},
  plan({ realm, actor, params }) {
    if (actor.is_bot && forPeople.some((name) => params[name] !== undefined)) throw notForBots();
    return { password: beginPasswordChange(realm, accessUser(realm, actor, actor.user_id), params) };
  },
  prepare: ({ plan, params, ...worker }) => preparePassword(params, plan.password, worker),
  run({ realm, actor, params, prepared: password }) {
    const user = accessUser(realm, actor, actor.user_id);
    if (password !== null) {
      finishPasswordChange(realm, user, password);
      endSessions(realm, user.id, actor.session_id);
    }
    if (params.email !== undefined) requestEmailChange(realm, user, params.email);
    if (params.full_name !== undefined) changeOwnName(realm, actor, user, params.full_name);
    const wanted = settingsAmong(params);
    changeSettings(realm, user, wanted);
    realm.run(settingsRequestedHook, user, wanted);
    return {};
  },
});

function changeOwnName(realm: Realm, actor: Actor, user: User, full_name: string): void {
  if (full_name === user.full_name) return;
  const { name_changes_disabled, require_unique_names } = realmSettings(realm);
  if (name_changes_disabled && !isAdministrator(actor)) {
    throw badRequest("Name changes are disabled in this organization.");
  }
  if (require_unique_names) checkNameIsFree(realm, full_name, user.id);
  changeFullName(realm, user, full_name);
}
