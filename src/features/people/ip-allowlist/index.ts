import { feature } from "../../../feature.ts";
import { beforeAdmissionHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { loggedInHook } from "../../organization/accounts/hooks.ts";
import { checkLogin, checkNetwork, getNetworksEndpoint, schema, setNetworksEndpoint } from "./ip-allowlist.ts";

/** Lets users log in, and use the server, only from networks that the organization allows. */
export const allowedNetworks = feature({
  name: "allowed-networks",
  schema,
  archive: { leftOut: { allowed_networks: "of this server: elsewhere, the list may lock out everybody" } },
  endpoints: [getNetworksEndpoint, setNetworksEndpoint],
  handlers: [on(beforeAdmissionHook, checkNetwork), on(loggedInHook, checkLogin)],
});
