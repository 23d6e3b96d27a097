// The parts of this feature that others can use.
export { afterUnmuteHook, beforeMuteHook } from "./hooks.ts";
export { mutedBy, mutersOf } from "./muted-users.ts";
