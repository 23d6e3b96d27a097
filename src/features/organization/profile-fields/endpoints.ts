import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, json, optional, textParameter } from "../../../api/parameter.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { boundedList, sized } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { customProfileFieldTypes } from "../../../protocol/limits.ts";
import { MAX_FIELD_HINT_LENGTH, MAX_FIELD_NAME_LENGTH } from "../../../protocol/text-lengths.ts";
import { isZulipWeb } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { accessUser } from "../accounts/access.ts";
import { fieldSchema } from "./events.ts";
import { MAX_SENT_CHARACTERS } from "./field-data.ts";
import { FieldType } from "./field-types.ts";
import { fieldIdsSchema, sentValuesSchema } from "./field-value.ts";
import { accessField, addField, changeField, fieldObjects, orderFields, removeField } from "./profile-fields.ts";
import { clearValue, writeValue } from "./profile-values.ts";
import type { FieldRow } from "./rows.ts";

const fieldParams = {
  name: optional(textParameter(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_FIELD_NAME_LENGTH)))),
  hint: optional(textParameter(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_FIELD_HINT_LENGTH)))),
  field_data: optional(json(sized(v.record(v.string(), v.unknown()), MAX_SENT_CHARACTERS))),
  display_in_profile_summary: optional(boolean),
  use_for_user_matching: optional(boolean),
  required: optional(boolean),
  editable_by_user: optional(boolean),
};

const getFieldsEndpoint = action({
  route: "GET /realm/profile_fields",
  reply: { custom_fields: v.array(fieldSchema) },
  run: ({ realm }) => ({ custom_fields: fieldObjects(realm) }),
});

const fieldType = v.pipe(
  v.number(),
  v.check((type) => Object.values<number>(FieldType).includes(type), "Invalid field type."),
  v.transform((type) => type as FieldType),
);

const createFieldEndpoint = action({
  route: "POST /realm/profile_fields",
  by: "administrator",
  params: { field_type: json(fieldType), ...fieldParams },
  reply: { id: v.number() },
  run({ realm, params }) {
    const id = addField(realm, params.field_type, {
      name: params.name ?? "",
      hint: params.hint ?? "",
      field_data: params.field_data,
      in_summary: params.display_in_profile_summary ?? false,
      use_for_user_matching: params.use_for_user_matching ?? false,
      required: params.required ?? false,
      editable_by_user: params.editable_by_user ?? true,
    });
    return { id };
  },
});

const orderFieldsEndpoint = action({
  route: "PATCH /realm/profile_fields",
  by: "administrator",
  params: { order: json(boundedList(v.pipe(v.number(), v.integer()), "ids")) },
  run: ({ realm, params }) => orderFields(realm, params.order),
});

const updateFieldEndpoint = action({
  route: "PATCH /realm/profile_fields/:field_id",
  by: "administrator",
  params: { field_id: integer, ...fieldParams },
  run({ realm, params: { field_id, display_in_profile_summary: in_summary, ...changes } }) {
    changeField(realm, accessField(realm, field_id), { ...changes, in_summary });
  },
});

const removeFieldEndpoint = action({
  route: "DELETE /realm/profile_fields/:field_id",
  by: "administrator",
  params: { field_id: integer },
  run: ({ realm, params }) => removeField(realm, accessField(realm, params.field_id)),
});

const updateProfileEndpoint = action({
  route: "PATCH /users/me/profile_data",
  by: "human",
  params: { data: json(sentValuesSchema) },
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, actor.user_id);
    for (const { id, value } of params.data) writeValue(realm, user, accessOwnField(realm, actor, id), value);
  },
});

const clearProfileEndpoint = action({
  route: "DELETE /users/me/profile_data",
  by: "human",
  params: { data: json(fieldIdsSchema) },
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, actor.user_id);
    for (const id of params.data) clearValue(realm, user, accessOwnField(realm, actor, id));
  },
});

/** Returns a field whose value the actor can set for themselves. Some fields are only editable by administrators. */
function accessOwnField(realm: Realm, actor: Actor, id: number): FieldRow {
  const field = accessField(realm, id);
  if (field.editable_by_user === 0 && !isAdministrator(actor)) {
    throw badRequest("You are not allowed to change this field. Contact an administrator to update it.");
  }
  return field;
}

const { LONG_TEXT, SELECT } = customProfileFieldTypes;
export const profileFieldState = stateSlice({
  types: ["custom_profile_fields"],
  collect: ({ realm }) => ({
    custom_profile_fields: fieldObjects(realm),
    custom_profile_field_types: customProfileFieldTypes,
  }),
  shape: (collected, client) => ({
    ...collected,
    // Since release 12, Zulip's web client reads new names of two types, and doesn't start without them.
    ...(isZulipWeb(client) && {
      custom_profile_field_types: { ...customProfileFieldTypes, PARAGRAPH: LONG_TEXT, DROPDOWN: SELECT },
    }),
  }),
});

export const profileFieldEndpoints = [
  getFieldsEndpoint,
  createFieldEndpoint,
  orderFieldsEndpoint,
  updateFieldEndpoint,
  removeFieldEndpoint,
  updateProfileEndpoint,
  clearProfileEndpoint,
];
