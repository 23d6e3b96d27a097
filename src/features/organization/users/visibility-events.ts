import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { roleOf } from "./audience.ts";
import { emitPlaceholder } from "./emit-placeholder.ts";
import { activeChanged, deliveryEmailChanged, userAdded, userRemoved } from "./events.ts";
import { visibilityTest, visibleUserIds } from "./guest-visibility.ts";
import { userBecameVisibleHook } from "./hooks.ts";
import { profileOf } from "./profiles.ts";
import { allUsers, type UserRow, usersByIds, usersWithHiddenEmail } from "./rows.ts";
import { UNKNOWN_NAME } from "./unknown-user.ts";
import { memberObject, seesRealEmail, type Viewer } from "./user-object.ts";

/** So much is told one by one; who sees more than that anew registers again (register-and-events.md 1, rule 4). */
export const MAX_VISIBILITY_EVENTS = 500;

/** What somebody sees of others depends on this. */
interface VisibleUsers {
  readonly viewer: Viewer;
  /** Null where there is no limit. */
  readonly visibleIds: ReadonlySet<UserId> | null;
}

/**
 * Does what may change whom limited guests know of. Those who listen are told at once whom they have come to know, and
 * whom they know no more (register-and-events.md 5.4).
 */
export function withGuestVisibilityEvents<T>(realm: Realm, work: () => T): T {
  const listening = new Set([...realm.queues.all()].map((queue) => queue.user_id));
  return withVisibilityEvents(
    realm,
    [...listening].filter((user) => roleOf(realm, user) === Role.guest),
    work,
  );
}

/** The same of some accounts, whose roles may change by it too: with a role, real addresses come and go. */
export function withVisibilityEvents<T>(realm: Realm, users: readonly UserId[], work: () => T): T {
  const listening = users.filter((user) => [...realm.queues.ofUser(user)].length > 0);
  const before = listening.map((user) => visibleUsersOf(realm, user));
  const result = work();
  let all: UserRow[] | undefined;
  const everybody = () => {
    all ??= allUsers.all(realm.sql, {});
    return all;
  };
  for (const sight of before) emitDifferences(realm, sight, visibleUsersOf(realm, sight.viewer.user_id), everybody);
  return result;
}

function visibleUsersOf(realm: Realm, user_id: UserId): VisibleUsers {
  const viewer = { user_id, role: roleOf(realm, user_id) };
  const visibleIds = visibleUserIds(realm, viewer);
  return { viewer, visibleIds: visibleIds && new Set(visibleIds) };
}

function emitDifferences(
  realm: Realm,
  before: VisibleUsers,
  after: VisibleUsers,
  everybody: () => readonly UserRow[],
): void {
  const { viewer } = after;
  const knew = visibilityTest(before.visibleIds, before.viewer);
  const knows = visibilityTest(after.visibleIds, viewer);
  const users = possiblyChangedUsers(realm, before, after) ?? everybody();
  const met = users.filter((user) => knows(user) && !knew(user));
  const lost = users.filter((user) => knew(user) && !knows(user));
  const shown = users.filter(
    (user) => knew(user) && knows(user) && seesRealEmail(viewer, user) !== seesRealEmail(before.viewer, user),
  );
  if (met.length + lost.length + shown.length > MAX_VISIBILITY_EVENTS) {
    realm.endQueuesOf(viewer.user_id);
    return;
  }
  for (const user of met) emitUserVisible(realm, viewer, user);
  for (const user of lost) emitUserHidden(realm, viewer.user_id, user);
  for (const { id: user_id, delivery_email, ...user } of shown) {
    const told = seesRealEmail(viewer, { id: user_id, ...user }) ? delivery_email : null;
    realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email: told } }), only(viewer.user_id));
  }
}

/** The accounts that somebody may see otherwise than before: mostly none at all; undefined where it may be any. */
function possiblyChangedUsers(realm: Realm, before: VisibleUsers, after: VisibleUsers): UserRow[] | undefined {
  const sameRole = before.viewer.role === after.viewer.role;
  if (before.visibleIds === null && after.visibleIds === null) {
    return sameRole ? [] : usersWithHiddenEmail.all(realm.sql, {});
  }
  if (!sameRole || before.visibleIds === null || after.visibleIds === null) return undefined;
  const ids = [...before.visibleIds.symmetricDifference(after.visibleIds)];
  return ids.length === 0 ? [] : usersByIds.all(realm.sql, { ids: JSON.stringify(ids) });
}

/** Clients that take everybody who is added for active are told of it when they are not. */
function emitUserVisible(realm: Realm, viewer: Viewer, user: UserRow): void {
  const self = only(viewer.user_id);
  const profile = profileOf(realm, user.id);
  const person = memberObject(user, realm.id, { viewer, client_gravatar: false, profile });
  realm.emit(userAdded({ person, third_party_avatar: user.avatar_source === "G" }), self);
  if (user.is_active === 0) realm.emit(activeChanged({ person: { user_id: user.id, is_active: false } }), self);
  realm.run(userBecameVisibleHook, viewer.user_id, user);
}

function emitUserHidden(realm: Realm, viewer: UserId, user: UserRow): void {
  const self = only(viewer);
  realm.emit(userRemoved({ person: { user_id: user.id, full_name: UNKNOWN_NAME } }), self);
  emitPlaceholder(realm, user, self);
}
