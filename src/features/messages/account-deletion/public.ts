// The parts of this feature that others can use.
export { erasePeople } from "./account-deletion.ts";
export { accountRemainsHook, type Erased, erasureDoneHook } from "./hooks.ts";
