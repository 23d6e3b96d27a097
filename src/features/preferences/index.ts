import { feature } from "../../realm/feature.ts";
import { updateSettingsEndpoint } from "./update-settings.ts";

/** What people change of themselves: it stands above all that follows from a setting. */
export const preferences = feature({ name: "preferences", endpoints: [updateSettingsEndpoint] });
