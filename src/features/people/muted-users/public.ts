// What other features may use of this one.
export { afterUnmuteHook, beforeMuteHook } from "./hooks.ts";
export { mutedBy, mutersOf } from "./muted-users.ts";
