import { customProfileFieldTypes } from "../../../protocol/limits.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { fieldObjects } from "./profile-fields.ts";

export const profileFieldState = stateSlice({
  types: ["custom_profile_fields"],
  collect: ({ realm }) => ({
    custom_profile_fields: fieldObjects(realm),
    custom_profile_field_types: customProfileFieldTypes,
  }),
});
