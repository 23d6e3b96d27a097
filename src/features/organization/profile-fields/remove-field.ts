import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessField, removeField } from "./profile-fields.ts";

export const removeFieldEndpoint = action({
  route: "DELETE /realm/profile_fields/:field_id",
  by: "administrator",
  params: { field_id: integer },
  reply: {},
  run({ realm, params }) {
    removeField(realm, accessField(realm, params.field_id));
    return {};
  },
});
