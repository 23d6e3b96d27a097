import { feature } from "../../../feature.ts";
import { getHealthEndpoint } from "./get-health.ts";
import { getServerSettingsEndpoint } from "./get-server-settings.ts";
import { healthPage } from "./health.ts";
import { staticFiles } from "./static-files.ts";

/** What this server tells anybody: what it is, which logins it takes, and whether it is well. */
export const information = feature({
  name: "information",
  endpoints: [getServerSettingsEndpoint, getHealthEndpoint],
  pages: [healthPage, ...staticFiles],
});
