import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { fieldParams } from "./field-params.ts";
import { accessField, changeField } from "./profile-fields.ts";

export const updateFieldEndpoint = action({
  route: "PATCH /realm/profile_fields/:field_id",
  by: "administrator",
  params: { field_id: integer, ...fieldParams },
  reply: {},
  run({ realm, params: { field_id, display_in_profile_summary: in_summary, ...changes } }) {
    changeField(realm, accessField(realm, field_id), { ...changes, in_summary });
    return {};
  },
});
