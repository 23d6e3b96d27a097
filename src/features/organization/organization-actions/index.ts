import { feature } from "../../../feature.ts";
import { deactivateRealmEndpoint } from "./deactivate-realm.ts";
import { updateRealmEndpoint } from "./update-realm.ts";

/** Changes the settings of the organization, and deactivates it. */
export const realmActions = feature({
  name: "administration",
  endpoints: [updateRealmEndpoint, deactivateRealmEndpoint],
});
