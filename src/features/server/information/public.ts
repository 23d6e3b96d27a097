// The parts of this feature that others can use.
export { getServerSettingsEndpoint } from "./get-server-settings.ts";
export { checkHasName } from "./server-name.ts";
