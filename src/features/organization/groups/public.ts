// The parts of this feature that others can use.
export { accessGroup, checkPermissionValue, groupNamed, updatedPermission, visibleValue } from "./access.ts";
export { importedPermission, importedPermissions } from "./archive-permissions.ts";
export { changeMemberships } from "./change-memberships.ts";
export {
  addSubgroups,
  changeGroup,
  createGroup,
  deactivateGroup,
  emitGroupsOfDeactivated,
  emitGroupsOfReactivated,
  groupEntity,
  removeSubgroups,
} from "./changes.ts";
export {
  addMembers,
  everyGroup,
  type Group,
  hasPermission,
  insertSystemGroups,
  permissionsOf,
  removeMembers,
  systemGroupIds,
  systemGroupsFor,
} from "./groups.ts";
export {
  beforeMembershipChangeHook,
  type GroupUse,
  groupManagedHook,
  groupUsesHook,
  type MembershipChange,
} from "./hooks.ts";
export { mayObtain } from "./may-obtain.ts";
export {
  directMembers,
  directSubgroups,
  groupsContaining,
  groupsOf,
  groupsWithin,
  isDirectMember,
  membersWithin,
} from "./membership.ts";
export { storedPermission, storedPermissions } from "./stored-permissions.ts";
