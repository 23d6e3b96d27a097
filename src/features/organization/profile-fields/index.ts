import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { profileDeletedHook, profileEntriesHook, profilePiecesHook } from "../users/hooks.ts";
import { profileArchive } from "./archive.ts";
import { createFieldEndpoint } from "./create-field.ts";
import { fieldsChanged, valueChanged } from "./events.ts";
import { getFieldsEndpoint } from "./get-fields.ts";
import { orderFieldsEndpoint } from "./order-fields.ts";
import { clearProfile, profileEntries, profilePieces } from "./profile-values.ts";
import { removeFieldEndpoint } from "./remove-field.ts";
import { schema } from "./rows.ts";
import { profileFieldState } from "./state.ts";
import { updateFieldEndpoint } from "./update-field.ts";
import { clearProfileEndpoint, updateProfileEndpoint } from "./update-profile.ts";

/** Custom profile fields, which the organization defines, and the values that users have set. */
export const profileFields = feature({
  name: "profile-fields",
  schema,
  archive: profileArchive,
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
  state: [profileFieldState],
  handlers: [
    on(profileEntriesHook, profileEntries),
    on(profilePiecesHook, profilePieces),
    on(profileDeletedHook, clearProfile),
  ],
});
