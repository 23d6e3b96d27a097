import { feature } from "../../realm/feature.ts";
import { createOrganizationEndpoint } from "./create-organization.ts";
import { getHealthEndpoint } from "./get-health.ts";
import { getServerSettingsEndpoint } from "./get-server-settings.ts";
import { getSubdomainEndpoint } from "./get-subdomain.ts";
import { healthPage } from "./health.ts";
import { reactivateOrganizationEndpoint } from "./reactivate-organization.ts";
import { countSetupTryEndpoint } from "./setup-token.ts";
import { staticFiles } from "./static-files.ts";

/** What a stranger meets: what this server is, and how to make an organization on it. */
export const entrance = feature({
  name: "entrance",
  endpoints: [
    getServerSettingsEndpoint,
    getSubdomainEndpoint,
    createOrganizationEndpoint,
    reactivateOrganizationEndpoint,
    countSetupTryEndpoint,
    getHealthEndpoint,
  ],
  pages: [healthPage, ...staticFiles],
});
