// The parts of this feature that others can use.
export { changeRealm } from "./change-realm.ts";
export { closeOrganization } from "./deactivate-realm.ts";
