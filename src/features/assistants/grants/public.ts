// The parts of this feature that others can use.
export {
  accessAnyGrant,
  accessGrant,
  endGrant,
  endGrantsOf,
  excludedBy,
  excludedUsersOf,
  listEveryGrant,
  listGrants,
  type StoredGrant,
  scopesOf,
} from "./grants.ts";
export { descriptionOf } from "./oauth/discovery.ts";
export { checkMayUse, mayWrite } from "./organization-rules.ts";
export { changeRules } from "./rules.ts";
