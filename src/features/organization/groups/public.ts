// The parts of this feature that others can use.
export { accessGroup, checkPermissionValue, groupNamed, updatedPermission, visibleValue } from "./access.ts";
export { importedPermission, importedPermissions } from "./archive-permissions.ts";
export { changeMemberships } from "./change-memberships.ts";
export { emitGroupsOfDeactivated, emitGroupsOfReactivated } from "./changes.ts";
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
export { beforeMembershipChangeHook, type GroupUse, groupUsesHook, type MembershipChange } from "./hooks.ts";
export { mayObtain } from "./may-obtain.ts";
export { directMembers, groupsContaining, groupsOf, isDirectMember, membersWithin } from "./membership.ts";
export { storedPermission, storedPermissions } from "./stored-permissions.ts";
