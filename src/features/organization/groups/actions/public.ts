// The parts of this feature that others can use.
export { accessGroupToFill, hasGroupPermission } from "./access.ts";
