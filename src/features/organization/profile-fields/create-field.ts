import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { fieldParams } from "./field-params.ts";
import { FieldType } from "./field-types.ts";
import { addField } from "./profile-fields.ts";

const fieldType = v.pipe(
  v.number(),
  v.check((type) => Object.values<number>(FieldType).includes(type), "Invalid field type."),
  v.transform((type) => type as FieldType),
);

export const createFieldEndpoint = action({
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
