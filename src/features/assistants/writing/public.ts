// The parts of this feature that others can use.
export { callsSince } from "./limits.ts";
export { ANY_HOST, hostsIn, type SeenLink } from "./links.ts";
export type { Outcome } from "./results.ts";
