// The parts of this feature that others can use.
export { accessGroupToFill, hasGroupPermission } from "./access.ts";
export { groupNameSchema } from "./group-name.ts";
export { groupUses } from "./group-uses.ts";
