import { feature } from "../../../feature.ts";
import { getHealthEndpoint, getWholeHealthEndpoint } from "./get-health.ts";
import { getServerSettingsEndpoint } from "./get-server-settings.ts";
import { staticFiles } from "./static-files.ts";

/** Server-wide resources available to anyone: settings, health and static files. */
export const information = feature({
  name: "information",
  tag: "entrance",
  endpoints: [getServerSettingsEndpoint, getHealthEndpoint, getWholeHealthEndpoint],
  pages: staticFiles,
});
