import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { profileDeletedHook, profileEntriesHook, profilePiecesHook } from "../accounts/hooks.ts";
import { profileArchive } from "./archive.ts";
import { profileFieldEndpoints, profileFieldState } from "./endpoints.ts";
import { fieldsChanged, valueChanged } from "./events.ts";
import { clearProfile, profileEntries, profilePieces } from "./profile-values.ts";
import { schema } from "./rows.ts";

/** Custom profile fields defined by the organization, and the values users have set. */
export const profileFields = feature({
  name: "profile-fields",
  schema,
  archive: profileArchive,
  endpoints: profileFieldEndpoints,
  events: [fieldsChanged, valueChanged],
  state: [profileFieldState],
  handlers: [
    on(profileEntriesHook, profileEntries),
    on(profilePiecesHook, profilePieces),
    on(profileDeletedHook, clearProfile),
  ],
});
