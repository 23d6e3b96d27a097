// The parts of this feature that others can use.
export { accessHold } from "./access.ts";
export { findHold } from "./active.ts";
export {
  fallsUnder,
  type HeldVersion,
  heldConversations,
  heldMessages,
  heldProfile,
  heldSubmessages,
  heldVersions,
} from "./held-versions.ts";
export { holdCoverageChangedHook, holdReleasedHook } from "./hooks.ts";
