// The parts of this feature that others can use.

export { addressesOf } from "./addresses.ts";
export type { Granted } from "./attempt.ts";
export { endWaysIn, hasUsed } from "./external-logins.ts";
export { grantedHook } from "./hooks.ts";
export { readDocument } from "./providers/discovery.ts";
export { explained } from "./providers/identify.ts";
export { asked, isSecure } from "./providers/provider-fetch.ts";
export { ExternalLoginRefused } from "./refused.ts";
