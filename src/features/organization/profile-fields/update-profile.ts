import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser } from "../users/access.ts";
import { fieldIdsSchema, sentValuesSchema } from "./field-value.ts";
import { accessField } from "./profile-fields.ts";
import { clearValue, writeValue } from "./profile-values.ts";
import type { FieldRow } from "./rows.ts";

export const updateProfileEndpoint = action({
  route: "PATCH /users/me/profile_data",
  by: "human",
  params: { data: json(sentValuesSchema) },
  reply: {},
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, actor.user_id);
    for (const { id, value } of params.data) writeValue(realm, user, accessOwnField(realm, actor, id), value);
    return {};
  },
});

export const clearProfileEndpoint = action({
  route: "DELETE /users/me/profile_data",
  by: "human",
  params: { data: json(fieldIdsSchema) },
  reply: {},
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, actor.user_id);
    for (const id of params.data) clearValue(realm, user, accessOwnField(realm, actor, id));
    return {};
  },
});

/** A field whose value the actor may set for themselves: only administrators may where it is not editable by users. */
function accessOwnField(realm: Realm, actor: Actor, id: number): FieldRow {
  const field = accessField(realm, id);
  if (field.editable_by_user === 0 && !isAdministrator(actor)) {
    throw badRequest("You are not allowed to change this field. Contact an administrator to update it.");
  }
  return field;
}
