import { feature } from "../../../../feature.ts";
import { deactivateRealmEndpoint } from "./deactivate-realm.ts";
import { updateRealmEndpoint } from "./update-realm.ts";

/** What those who run an organization change of it. */
export const realmActions = feature({
  name: "administration",
  endpoints: [updateRealmEndpoint, deactivateRealmEndpoint],
});
