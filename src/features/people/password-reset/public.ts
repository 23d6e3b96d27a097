// The part of this feature that others can use.
export { makePasswordLink } from "./password-link.ts";
