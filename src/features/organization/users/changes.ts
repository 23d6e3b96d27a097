import type { UserId } from "../../../protocol/ids.ts";
import type { Role } from "../../../protocol/roles.ts";
import type { EmailVisibility } from "../../../protocol/user-settings.ts";
import { type Audience, everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { forgetRoles, whoKnow, whoSeeEmail } from "./audience.ts";
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
import { tellPlaceholder } from "./placeholders.ts";
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
export function tellOfUser(realm: Realm, user: UserRow): void {
  const profile = profileOf(realm, user.id);
  const person = (viewer: Viewer) => memberObject(user, realm.id, { viewer, client_gravatar: false, profile });
  const third_party_avatar = user.avatar_source === "G";
  const self = { user_id: user.id, role: user.role };
  const withEmail = whoSeeEmail(realm, user, { person: person(self) });
  realm.emit(userAdded({ person: person(null), third_party_avatar }), withEmail, whoKnow(realm, user));
  tellPlaceholder(realm, user, everyone);
}

export function changeFullName(realm: Realm, user: UserRow, full_name: string): void {
  if (full_name === user.full_name) return;
  setFullName.run(realm.sql, { id: user.id, full_name });
  forgetAccount(realm, user.id);
  realm.emit(fullNameChanged({ person: { user_id: user.id, full_name } }), whoKnow(realm, user));
}

/** Only the account's own role: the groups that follow from it are the caller's to change. */
export function writeRole(realm: Realm, user: UserRow, role: Role): void {
  setRole.run(realm.sql, { id: user.id, role });
  forgetAccount(realm, user.id);
  forgetRoles(realm);
  realm.emit(roleChanged({ person: { user_id: user.id, role } }), whoKnow(realm, user));
}

/** Only the account's own state: what it leaves behind is the caller's to end. */
export function writeActive(realm: Realm, user: UserRow, is_active: boolean): void {
  setActive.run(realm.sql, { id: user.id, is_active });
  forgetAccount(realm, user.id);
  forgetInactiveUsers(realm);
  realm.emit(activeChanged({ person: { user_id: user.id, is_active } }), whoKnow(realm, user));
}

export function changeBotOwner(realm: Realm, bot: UserRow, owner: UserId): void {
  setBotOwner.run(realm.sql, { id: bot.id, owner });
  forgetAccount(realm, bot.id);
  realm.emit(botOwnerChanged({ person: { user_id: bot.id, bot_owner_id: owner } }), whoKnow(realm, bot));
}

export function changeTimeZone(realm: Realm, user: UserRow, timezone: string): void {
  setTimeZone.run(realm.sql, { id: user.id, timezone });
  forgetAccount(realm, user.id);
  const { id: user_id, email } = user;
  realm.emit(timeZoneChanged({ person: { user_id, email, timezone } }), whoKnow(realm, user));
}

/** Gives an account another address; Gravatar then knows it by another picture. */
export function changeEmail(realm: Realm, user: UserRow, delivery_email: string): void {
  const changed = writeEmails(realm, user, { ...user, delivery_email });
  const { id: user_id } = user;
  realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email } }), whoSeeEmail(realm, changed));
  tellApiEmail(realm, user, changed);
  if (changed.avatar_source === "G") tellAvatar(realm, changed);
}

/** Those who lose the sight of the address are told null, those who gain it are told the address (users-groups-org.md 4.3). */
export function changeEmailVisibility(realm: Realm, user: UserRow, email_visibility: EmailVisibility): void {
  const changed = writeEmails(realm, user, { ...user, email_visibility });
  const { id: user_id, delivery_email } = user;
  const before = whoSeeEmail(realm, user);
  const after = whoSeeEmail(realm, changed);
  realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email } }), butNot(after, before));
  realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email: null } }), butNot(before, after));
  tellApiEmail(realm, user, changed);
}

const butNot = (audience: Audience, other: Audience): Audience => ({
  includes: (...who) => audience.includes(...who) && !other.includes(...who),
});

function tellApiEmail(realm: Realm, before: UserRow, { id: user_id, email: new_email }: UserRow): void {
  if (before.email === new_email) return;
  realm.emit(apiEmailChanged({ person: { user_id, new_email } }), whoKnow(realm, before));
}

/** Gives an account an uploaded picture; or none, and with that the one that Gravatar knows of its address. */
export function changeAvatar(realm: Realm, { id, delivery_email }: UserRow, uploaded: string | null): UserRow {
  const avatar_hash = uploaded ?? gravatarHash(delivery_email);
  setAvatar.run(realm.sql, { id, avatar_source: uploaded === null ? "G" : "U", avatar_hash });
  forgetAccount(realm, id);
  const changed = userById.one(realm.sql, { id });
  tellAvatar(realm, changed);
  return changed;
}

function tellAvatar(realm: Realm, user: UserRow): void {
  const { id: user_id, avatar_source, avatar_version } = user;
  const options = { viewer: null, client_gravatar: false };
  const avatar_url = avatarUrl(user, realm.id, options) ?? "";
  const avatar_url_medium = avatarUrl(user, realm.id, options, true) ?? "";
  const person = { user_id, avatar_source, avatar_url, avatar_url_medium, avatar_version };
  realm.emit(avatarChanged({ person }), whoKnow(realm, user));
}
