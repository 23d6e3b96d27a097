// The parts of this feature that others can use.
export { redirectUri } from "./begin-login.ts";
export { readDocument } from "./providers/discovery.ts";
export { explained } from "./providers/identify.ts";
export { asked } from "./providers/provider-fetch.ts";
export { ExternalLoginRefused } from "./refused.ts";
