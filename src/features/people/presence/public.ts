// What other features may use of this one.
export { personActiveHook } from "./hooks.ts";
export { presenceOf } from "./presence.ts";
