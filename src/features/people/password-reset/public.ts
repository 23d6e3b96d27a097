// The parts of this feature that others can use.
export { makePasswordLink } from "./password-link.ts";
export { endLogins, setPasswordByOperator } from "./password-reset.ts";
