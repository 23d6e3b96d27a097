import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { toGroupId } from "../../../protocol/ids.ts";
import { Role, systemGroupNames } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, days, inMilliseconds } from "../../../util/time.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { membersJoinedBy, nextMemberJoinedAt, type User } from "../accounts/accounts.ts";
import { writeRole } from "../accounts/changes.ts";
import { administratorChangedHook, ownerChangedHook, roleRaisedHook } from "../accounts/hooks.ts";
import { withVisibilityEvents } from "../accounts/visibility-events.ts";
import { realmSettings } from "../organization-settings/realm-settings.ts";
import { changeMemberships } from "../user-groups/change-memberships.ts";
import { directMembers, isDirectMember } from "../user-groups/membership.ts";
import { addMembers, removeMembers, systemGroupIds, systemGroupsFor } from "../user-groups/user-groups.ts";
import { endQueuesOfLostRights } from "./act-as.ts";
import { emitBotsOfOthers } from "./bots/bot-events.ts";

/** Timer that makes members full members when their waiting period ends. */
export const FULL_MEMBERS_TIMER = "full-members";

/** True if an account's waiting period has ended, or its role has none (conventions.md 4). */
function isFullMember(realm: Realm, { role, date_joined }: Pick<Actor, "role" | "date_joined">): boolean {
  if (role !== Role.member) return role < Role.member;
  return date_joined <= fullMemberCutoff(realm);
}

const waitingPeriod = (realm: Realm) => days(realmSettings(realm).waiting_period_threshold);

const fullMemberCutoff = (realm: Realm) => before(realm.seconds(), waitingPeriod(realm));

/** Changes an account's role, along with its system groups and the users, bots and channels it can see. */
export function changeRole(realm: Realm, user: User, role: Role): void {
  if (role === user.role) return;
  const [before, after] = [roleName(user.role), roleName(role)];
  audit(realm, "user.role_changed", { of: accountEntity(user), details: { before, after } });
  changeMemberships(realm, { users: [user.id], group: null }, () =>
    withVisibilityEvents(realm, [user.id], () => {
      writeRole(realm, user, role);
      placeInRoleGroups(realm, { ...user, role });
    }),
  );
  // The organization may allow the new role to log in only from certain networks.
  realm.loginsEnded(user.id);
  // A client that polls the bot's queues with its key might no longer be allowed to act as the bot.
  if (user.bot_type !== null && role < user.role) realm.endQueuesOf(user.id);
  endQueuesOfLostRights(realm, { ...user, role });
  if (role === Role.owner || user.role === Role.owner) realm.run(ownerChangedHook, user.id);
  const is = { isAdministrator: isAdministrator({ role }) };
  if (is.isAdministrator && role < user.role && user.bot_type === null) realm.run(roleRaisedHook, user.id);
  if (is.isAdministrator === isAdministrator(user)) return;
  emitBotsOfOthers(realm, user.id, is);
  realm.run(administratorChangedHook, user.id);
}

/** Makes an account a direct member of exactly the system groups of its role (users-groups-org.md 1). */
export function placeInRoleGroups(realm: Realm, user: User): void {
  const wanted = new Set(systemGroupsFor(realm, user.role, isFullMember(realm, user)));
  const groups = systemGroupNames.map((name) => toGroupId(systemGroupIds(realm)[name]));
  const present = new Set(groups.filter((group) => isDirectMember(realm, group, user.id)));
  for (const group of present) if (!wanted.has(group)) removeMembers(realm, group, [user.id]);
  for (const group of wanted) if (!present.has(group)) addMembers(realm, group, [user.id]);
  if (user.role === Role.member) scheduleFullMemberUpdate(realm);
}

/** Updates the members of role:fullmembers. Called by the timer and after the waiting period has changed. */
export function updateFullMembers(realm: Realm): void {
  const group = toGroupId(systemGroupIds(realm)["role:fullmembers"]);
  const present = new Set(directMembers(realm, group, { inactive: true }));
  const fullMembers = new Set(membersJoinedBy(realm, fullMemberCutoff(realm)));
  const removed = [...present.difference(fullMembers)];
  const added = [...fullMembers.difference(present)];
  changeMemberships(realm, { users: [...removed, ...added], group }, () => {
    removeMembers(realm, group, removed);
    addMembers(realm, group, added);
  });
  scheduleFullMemberUpdate(realm);
}

export const roleName = (role: Role) => Object.entries(Role).find(([, value]) => value === role)?.[0] ?? String(role);

/** Sets the timer to when the next waiting period of a member ends. */
function scheduleFullMemberUpdate(realm: Realm): void {
  const joined = nextMemberJoinedAt(realm, fullMemberCutoff(realm));
  if (joined === null) realm.timers.clear(FULL_MEMBERS_TIMER);
  else realm.timers.set(FULL_MEMBERS_TIMER, inMilliseconds(after(joined, waitingPeriod(realm))));
}
