import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const fieldSchema = v.strictObject({
  id: v.number(),
  type: v.number(),
  order: v.number(),
  name: v.string(),
  hint: v.string(),
  field_data: v.string(),
  required: v.boolean(),
  editable_by_user: v.boolean(),
  use_for_user_matching: v.boolean(),
  display_in_profile_summary: v.optional(v.boolean()),
});

/** A change to custom profile fields, with the full list in order. */
export const fieldsChanged = event({ type: "custom_profile_fields", fields: { fields: v.array(fieldSchema) } });

/** A change to a user's value of a custom profile field. The value is null if it was removed. */
export const valueChanged = event({
  type: "realm_user",
  op: "update",
  form: "custom_profile_field",
  fields: {
    person: v.strictObject({
      user_id: v.number(),
      custom_profile_field: v.strictObject({
        id: v.number(),
        value: v.nullable(v.string()),
        rendered_value: v.optional(v.string()),
      }),
    }),
  },
});
