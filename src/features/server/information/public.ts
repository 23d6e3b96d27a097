// What other features may use of this one.
export { getServerSettingsEndpoint } from "./get-server-settings.ts";
export { checkHasName } from "./server-name.ts";
