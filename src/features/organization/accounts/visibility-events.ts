import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { roleOf, viewerOf } from "./audience.ts";
import { emitGravatar } from "./changes.ts";
import { emitPlaceholder } from "./emit-placeholder.ts";
import { activeChanged, deliveryEmailChanged, userAdded, userRemoved } from "./events.ts";
import { visibilityTest, visibleUserIds } from "./guest-visibility.ts";
import { userBecameVisibleHook } from "./hooks.ts";
import { profileOf } from "./profiles.ts";
import { allUsers, type UserRow, usersByIds, usersWithHiddenEmail } from "./rows.ts";
import { spectatorMember, UNKNOWN_NAME } from "./unknown-user.ts";
import { memberObject, seesRealEmail, type Viewer } from "./user-object.ts";

/**
 * Maximum events that one change of visibility sends to a user. Beyond that, the user's queues end, so that their
 * clients register again (register-and-events.md 1, rule 4).
 */
export const MAX_VISIBILITY_EVENTS = 500;

/** The users a viewer sees at one point in time. */
interface VisibleUsers {
  readonly viewer: Viewer;
  /** Null if the viewer sees all users. */
  readonly visibleIds: ReadonlySet<UserId> | null;
}

/**
 * Runs a change that may alter which users limited guests see. Then emits to each guest with an event queue which users
 * became visible or hidden (register-and-events.md 5.4).
 */
export function withGuestVisibilityEvents<T>(realm: Realm, work: () => T): T {
  const listening = new Set(realm.queues.users());
  return withVisibilityEvents(
    realm,
    [...listening].filter((user) => roleOf(realm, user) === Role.guest),
    work,
  );
}

/**
 * Runs a change that may alter what the given users see of others, including a change of their own roles. Then emits to
 * those with an event queue which users and real addresses became visible or hidden.
 */
export function withVisibilityEvents<T>(realm: Realm, users: readonly UserId[], work: () => T): T {
  const listening = users.filter((user) => [...realm.queues.ofUser(user)].length > 0);
  const before = listening.map((user) => visibleUsersOf(realm, user));
  const result = work();
  let all: UserRow[] | undefined;
  const allRows = () => {
    all ??= allUsers.all(realm.sql, {});
    return all;
  };
  for (const was of before) emitDifferences(realm, was, visibleUsersOf(realm, was.viewer.user_id), allRows);
  return result;
}

function visibleUsersOf(realm: Realm, user_id: UserId): VisibleUsers {
  const viewer = viewerOf(realm, user_id);
  const visibleIds = visibleUserIds(realm, viewer);
  return { viewer, visibleIds: visibleIds && new Set(visibleIds) };
}

function emitDifferences(
  realm: Realm,
  before: VisibleUsers,
  after: VisibleUsers,
  allRows: () => readonly UserRow[],
): void {
  const { viewer } = after;
  const sawBefore = visibilityTest(before.visibleIds, before.viewer);
  const seesNow = visibilityTest(after.visibleIds, viewer);
  const users = possiblyChangedUsers(realm, before, after) ?? allRows();
  const appeared = users.filter((user) => seesNow(user) && !sawBefore(user));
  const hidden = users.filter((user) => sawBefore(user) && !seesNow(user));
  const emailChanged = users.filter(
    (user) => sawBefore(user) && seesNow(user) && seesRealEmail(viewer, user) !== seesRealEmail(before.viewer, user),
  );
  if (appeared.length + hidden.length + emailChanged.length > MAX_VISIBILITY_EVENTS) {
    realm.endQueuesOf(viewer.user_id);
    return;
  }
  for (const user of appeared) emitUserVisible(realm, viewer, user);
  for (const user of hidden) emitUserHidden(realm, viewer.user_id, user);
  for (const user of emailChanged) {
    const delivery_email = seesRealEmail(viewer, user) ? user.delivery_email : null;
    realm.emit(deliveryEmailChanged({ person: { user_id: user.id, delivery_email } }), only(viewer.user_id));
    if (delivery_email === null) emitGravatar(realm, user, only(viewer.user_id));
  }
}

/**
 * Returns the accounts whose visibility to the viewer may have changed, usually none, or undefined if it could be any
 * account.
 */
function possiblyChangedUsers(realm: Realm, before: VisibleUsers, after: VisibleUsers): UserRow[] | undefined {
  const sameRole = before.viewer.role === after.viewer.role;
  if (before.visibleIds === null && after.visibleIds === null) {
    return sameRole ? [] : usersWithHiddenEmail.all(realm.sql, {});
  }
  if (!sameRole || before.visibleIds === null || after.visibleIds === null) return undefined;
  const ids = [...before.visibleIds.symmetricDifference(after.visibleIds)];
  return ids.length === 0 ? [] : usersByIds.all(realm.sql, { ids: JSON.stringify(ids) });
}

/**
 * Emits the event for an account that became visible to the viewer. Clients assume that an added user is active, so a
 * deactivated user needs a second event.
 */
export function emitUserVisible(realm: Realm, viewer: Viewer, user: UserRow): void {
  const self = only(viewer.user_id);
  const profile = viewer.outside === true ? null : profileOf(realm, user.id);
  const member = memberObject(user, realm.id, { viewer, client_gravatar: false, profile });
  const at = { realm: realm.id, host: realm.host };
  const person = viewer.outside === true ? spectatorMember(user, member, at) : member;
  realm.emit(userAdded({ person, third_party_avatar: user.avatar_source === "G" }), self);
  if (user.is_active === 0) realm.emit(activeChanged({ person: { user_id: user.id, is_active: false } }), self);
  realm.run(userBecameVisibleHook, viewer.user_id, user);
}

function emitUserHidden(realm: Realm, viewer: UserId, user: UserRow): void {
  const self = only(viewer);
  realm.emit(userRemoved({ person: { user_id: user.id, full_name: UNKNOWN_NAME } }), self);
  emitPlaceholder(realm, user, self);
}
