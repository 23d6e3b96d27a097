// The parts of this feature that others can use.
export { accessHold, managesHolds } from "./access.ts";
export { fallsUnder, type HeldVersion, heldProfiles, heldVersions, isHeld } from "./held-versions.ts";
export type { Hold } from "./terms.ts";
