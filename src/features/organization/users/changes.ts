import type { UserId } from "../../../protocol/ids.ts";
import type { Role } from "../../../protocol/roles.ts";
import type { EmailVisibility } from "../../../protocol/user-settings.ts";
import { type Audience, everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { forgetRoles, realEmailAudience, userAudience } from "./audience.ts";
import { emitPlaceholder } from "./emit-placeholder.ts";
import {
  activeChanged,
  apiEmailChanged,
  avatarChanged,
  botOwnerChanged,
  deliveryEmailChanged,
  fullNameChanged,
  roleChanged,
  timeZoneChanged,
  userAdded,
} from "./events.ts";
import { profileOf } from "./profiles.ts";
import {
  setActive,
  setAvatar,
  setBotOwner,
  setFullName,
  setRole,
  setTimeZone,
  type UserRow,
  userById,
} from "./rows.ts";
import { avatarUrl, memberObject, type Viewer } from "./user-object.ts";
import { forgetAccount, forgetInactiveUsers, gravatarHash, writeEmails } from "./users.ts";

/** Tells everybody of a new account. Who may see its real address gets it. */
export function emitUserAdded(realm: Realm, user: UserRow): void {
  const profile = profileOf(realm, user.id);
  const person = (viewer: Viewer | null) => memberObject(user, realm.id, { viewer, client_gravatar: false, profile });
  const third_party_avatar = user.avatar_source === "G";
  const self = { user_id: user.id, role: user.role };
  const withEmail = realEmailAudience(realm, user, { person: person(self) });
  realm.emit(userAdded({ person: person(null), third_party_avatar }), withEmail, userAudience(realm, user));
  emitPlaceholder(realm, user, everyone);
}

export function changeFullName(realm: Realm, user: UserRow, full_name: string): void {
  if (full_name === user.full_name) return;
  setFullName.run(realm.sql, { id: user.id, full_name });
  forgetAccount(realm, user.id);
  realm.emit(fullNameChanged({ person: { user_id: user.id, full_name } }), userAudience(realm, user));
}

/** Only the account's own role: the groups that follow from it are the caller's to change. */
export function writeRole(realm: Realm, user: UserRow, role: Role): void {
  setRole.run(realm.sql, { id: user.id, role });
  forgetAccount(realm, user.id);
  forgetRoles(realm);
  realm.emit(roleChanged({ person: { user_id: user.id, role } }), userAudience(realm, user));
}

/** Only the account's own state: what it leaves behind is the caller's to end. */
export function writeActive(realm: Realm, user: UserRow, is_active: boolean): void {
  setActive.run(realm.sql, { id: user.id, is_active });
  forgetAccount(realm, user.id);
  forgetInactiveUsers(realm);
  realm.emit(activeChanged({ person: { user_id: user.id, is_active } }), userAudience(realm, user));
}

export function changeBotOwner(realm: Realm, bot: UserRow, owner: UserId): void {
  setBotOwner.run(realm.sql, { id: bot.id, owner });
  forgetAccount(realm, bot.id);
  realm.emit(botOwnerChanged({ person: { user_id: bot.id, bot_owner_id: owner } }), userAudience(realm, bot));
}

export function changeTimeZone(realm: Realm, user: UserRow, timezone: string): void {
  setTimeZone.run(realm.sql, { id: user.id, timezone });
  forgetAccount(realm, user.id);
  const { id: user_id, email } = user;
  realm.emit(timeZoneChanged({ person: { user_id, email, timezone } }), userAudience(realm, user));
}

/** Gives an account another address; Gravatar then knows it by another picture. */
export function changeEmail(realm: Realm, user: UserRow, delivery_email: string): void {
  const changed = writeEmails(realm, user, { ...user, delivery_email });
  const { id: user_id } = user;
  realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email } }), realEmailAudience(realm, changed));
  emitApiEmail(realm, user, changed);
  if (changed.avatar_source === "G") emitAvatar(realm, changed);
}

/** Those who lose the sight of the address are told null, those who gain it are told the address (users-groups-org.md 4.3). */
export function changeEmailVisibility(realm: Realm, user: UserRow, email_visibility: EmailVisibility): void {
  const changed = writeEmails(realm, user, { ...user, email_visibility });
  const { id: user_id, delivery_email } = user;
  const before = realEmailAudience(realm, user);
  const after = realEmailAudience(realm, changed);
  realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email } }), except(after, before));
  realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email: null } }), except(before, after));
  emitApiEmail(realm, user, changed);
}

const except = (audience: Audience, other: Audience): Audience => ({
  includes: (...who) => audience.includes(...who) && !other.includes(...who),
});

function emitApiEmail(realm: Realm, before: UserRow, { id: user_id, email: new_email }: UserRow): void {
  if (before.email === new_email) return;
  realm.emit(apiEmailChanged({ person: { user_id, new_email } }), userAudience(realm, before));
}

/** Gives an account an uploaded picture; or none, and with that the one that Gravatar knows of its address. */
export function changeAvatar(realm: Realm, { id, delivery_email }: UserRow, uploaded: string | null): UserRow {
  const avatar_hash = uploaded ?? gravatarHash(delivery_email);
  setAvatar.run(realm.sql, { id, avatar_source: uploaded === null ? "G" : "U", avatar_hash });
  forgetAccount(realm, id);
  const changed = userById.one(realm.sql, { id });
  emitAvatar(realm, changed);
  return changed;
}

function emitAvatar(realm: Realm, user: UserRow): void {
  const { id: user_id, avatar_source, avatar_version } = user;
  const options = { viewer: null, client_gravatar: false };
  const avatar_url = avatarUrl(user, realm.id, options) ?? "";
  const avatar_url_medium = avatarUrl(user, realm.id, options, true) ?? "";
  const person = { user_id, avatar_source, avatar_url, avatar_url_medium, avatar_version };
  realm.emit(avatarChanged({ person }), userAudience(realm, user));
}
