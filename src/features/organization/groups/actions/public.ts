// What other features may use of this one.
export { accessGroupToFill, hasGroupPermission } from "./access.ts";
