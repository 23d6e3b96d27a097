// What other features may use of this one.
export { makePasswordLink } from "./password-link.ts";
