import { feature } from "../../../feature.ts";
import { createOrganizationEndpoint } from "./create-organization.ts";
import { getSubdomainEndpoint } from "./get-subdomain.ts";
import { reactivateOrganizationEndpoint } from "./reactivate-organization.ts";
import { countSetupTryEndpoint } from "./setup-token.ts";

/** How an organization is made on this server, and brought back into use. */
export const setup = feature({
  name: "entrance",
  endpoints: [getSubdomainEndpoint, createOrganizationEndpoint, reactivateOrganizationEndpoint, countSetupTryEndpoint],
});
