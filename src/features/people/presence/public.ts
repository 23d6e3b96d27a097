// The parts of this feature that others can use.
export { personActiveHook } from "./hooks.ts";
export { presenceOf } from "./presence.ts";
