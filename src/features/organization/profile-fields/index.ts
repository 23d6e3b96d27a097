import { feature } from "../../../feature.ts";
import { customProfileFieldTypes } from "../../../protocol/limits.ts";
import { on } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { profileEntriesHook, profilePiecesHook } from "../users/hooks.ts";
import { createFieldEndpoint } from "./create-field.ts";
import { fieldsChanged, valueChanged } from "./events.ts";
import { getFieldsEndpoint } from "./get-fields.ts";
import { orderFieldsEndpoint } from "./order-fields.ts";
import { fieldObjects } from "./profile-fields.ts";
import { profileEntries, profilePieces } from "./profile-values.ts";
import { removeFieldEndpoint } from "./remove-field.ts";
import { schema } from "./rows.ts";
import { updateFieldEndpoint } from "./update-field.ts";
import { clearProfileEndpoint, updateProfileEndpoint } from "./update-profile.ts";

/** What people can tell of themselves: fields that the organization chooses, and what each has put into them. */
export const profileFields = feature({
  name: "profile-fields",
  schema,
  endpoints: [
    getFieldsEndpoint,
    createFieldEndpoint,
    orderFieldsEndpoint,
    updateFieldEndpoint,
    removeFieldEndpoint,
    updateProfileEndpoint,
    clearProfileEndpoint,
  ],
  events: [fieldsChanged, valueChanged],
  state: [
    stateSlice({
      types: ["custom_profile_fields"],
      collect: ({ realm }) => ({
        custom_profile_fields: fieldObjects(realm),
        custom_profile_field_types: customProfileFieldTypes,
      }),
    }),
  ],
  handlers: [on(profileEntriesHook, profileEntries), on(profilePiecesHook, profilePieces)],
});
