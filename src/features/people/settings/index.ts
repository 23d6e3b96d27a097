import { feature } from "../../../feature.ts";
import { on } from "../../../realm/hook.ts";
import { startingSettingsHook } from "../../organization/users/hooks.ts";
import { events } from "./events.ts";
import { chosenForNewUsers } from "./new-user-settings.ts";
import { schema } from "./rows.ts";
import { state } from "./state.ts";
import { updateNewUserSettingsEndpoint } from "./update-new-user-settings.ts";

/** What everybody chooses for themselves, and what new accounts start from. One's own are changed in `preferences`. */
export const settings = feature({
  name: "settings",
  schema,
  endpoints: [updateNewUserSettingsEndpoint],
  events,
  state,
  handlers: [on(startingSettingsHook, chosenForNewUsers)],
});
