import type { UserId } from "../../../protocol/ids.ts";
import type { Role } from "../../../protocol/roles.ts";
import type { EmailVisibility } from "../../../protocol/user-settings.ts";
import { type Audience, everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accountEntity, audit, showsAddress } from "../../trust/audit-log/audit.ts";
import { forgetAccount, forgetInactiveUsers, gravatarHashOf, writeEmails } from "./accounts.ts";
import { forgetRoles, realEmailAudience, userAudience } from "./audience.ts";
import { emitPlaceholder } from "./emit-placeholder.ts";
import {
  activeChanged,
  apiEmailChanged,
  avatarChanged,
  botOwnerChanged,
  deliveryEmailChanged,
  fullNameChanged,
  profileDeleted,
  roleChanged,
  stubTakenOver,
  timeZoneChanged,
  userAdded,
} from "./events.ts";
import { emailChangedHook, unfinishedLoginsHook } from "./hooks.ts";
import { nameFor } from "./outside-access.ts";
import { profileOf } from "./profiles.ts";
import type { UserRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { avatarUrl, memberObject, type Viewer } from "./user-object.ts";

/** Emits a new account to everyone, with its real address for those who can see it. */
export function emitUserAdded(realm: Realm, user: UserRow): void {
  const profile = profileOf(realm, user.id);
  const person = (viewer: Viewer | null) => memberObject(user, realm.id, { viewer, client_gravatar: false, profile });
  const third_party_avatar = user.avatar_source === "G";
  const self = { user_id: user.id, role: user.role };
  const withEmail = realEmailAudience(realm, user, { person: person(self) });
  realm.emit(userAdded({ person: person(null), third_party_avatar }), withEmail, userAudience(realm, user));
  emitPlaceholder(realm, user, everyone);
}

/** Changes an account's name. Keeps the suffix of someone who joined through an outside link. */
export function changeFullName(realm: Realm, user: UserRow, wanted: string): void {
  const full_name = nameFor(realm, user.id, wanted);
  if (full_name === user.full_name) return;
  if (realm.caller?.actor?.user_id !== user.id) {
    const details = { before: user.full_name, after: full_name };
    audit(realm, "user.name_changed_by_other", { of: accountEntity(user), details });
  }
  writeFullName(realm, user, full_name);
}

/** Writes and emits an account's name. The caller writes the audit log. */
export function writeFullName(realm: Realm, user: UserRow, full_name: string): void {
  rows.setFullName.run(realm.sql, { id: user.id, full_name });
  forgetAccount(realm, user.id);
  realm.emit(fullNameChanged({ person: { user_id: user.id, full_name } }), userAudience(realm, user));
}

/** Writes and emits an account's role. The caller changes the groups that depend on the role. */
export function writeRole(realm: Realm, user: UserRow, role: Role): void {
  rows.setRole.run(realm.sql, { id: user.id, role });
  forgetAccount(realm, user.id);
  forgetRoles(realm);
  realm.emit(roleChanged({ person: { user_id: user.id, role } }), userAudience(realm, user));
}

/** Writes and emits whether an account is active. The caller ends what depends on it, such as subscriptions. */
export function writeActive(realm: Realm, user: UserRow, is_active: boolean): void {
  rows.setActive.run(realm.sql, { id: user.id, is_active });
  forgetAccount(realm, user.id);
  forgetInactiveUsers(realm);
  realm.emit(activeChanged({ person: { user_id: user.id, is_active } }), userAudience(realm, user));
}

/** Marks an imported account as claimed once a user has logged in to it. */
export function takeOverStub(realm: Realm, user: UserRow): void {
  if (user.is_imported_stub === 0) return;
  rows.setNoStub.run(realm.sql, { id: user.id });
  forgetAccount(realm, user.id);
  realm.emit(stubTakenOver({ person: { user_id: user.id, is_imported_stub: false } }), userAudience(realm, user));
}

/** Records that an account's user was erased. The caller removes their data. */
export function writeErased(realm: Realm, { id }: UserRow): void {
  rows.setErased.run(realm.sql, { id });
  forgetAccount(realm, id);
}

/** Writes and emits that an account's profile is deleted. The caller removes the profile's content. */
export function writeDeleted(realm: Realm, user: UserRow): void {
  rows.setDeleted.run(realm.sql, { id: user.id });
  forgetAccount(realm, user.id);
  realm.emit(profileDeleted({ person: { user_id: user.id, is_deleted: true } }), userAudience(realm, user));
}

export function changeBotOwner(realm: Realm, bot: UserRow, owner: UserId): void {
  rows.setBotOwner.run(realm.sql, { id: bot.id, owner });
  forgetAccount(realm, bot.id);
  realm.emit(botOwnerChanged({ person: { user_id: bot.id, bot_owner_id: owner } }), userAudience(realm, bot));
}

export function changeTimeZone(realm: Realm, user: UserRow, timezone: string): void {
  rows.setTimeZone.run(realm.sql, { id: user.id, timezone });
  forgetAccount(realm, user.id);
  const { id: user_id, email } = user;
  realm.emit(timeZoneChanged({ person: { user_id, email, timezone } }), userAudience(realm, user));
}

/** Changes an account's real email, and with it the account's Gravatar picture. */
export function changeEmail(realm: Realm, user: UserRow, delivery_email: string): void {
  const details = { before: user.delivery_email, after: delivery_email };
  audit(realm, "user.email_changed", { of: accountEntity(user), ...(showsAddress(user) && { details }) });
  writeEmail(realm, user, delivery_email);
}

/** Writes and emits an account's email. The caller writes the audit log. */
export function writeEmail(realm: Realm, user: UserRow, delivery_email: string): void {
  const changed = writeEmails(realm, user, { ...user, delivery_email });
  const { id: user_id } = user;
  realm.run(unfinishedLoginsHook, user_id);
  realm.run(emailChangedHook, changed);
  realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email } }), realEmailAudience(realm, changed));
  emitApiEmail(realm, user, changed);
  if (changed.avatar_source === "G") emitAvatar(realm, changed);
}

/** Emits the address to users who can see it now, and null to those who no longer can (users-groups-org.md 4.3). */
export function changeEmailVisibility(realm: Realm, user: UserRow, email_visibility: EmailVisibility): void {
  const changed = writeEmails(realm, user, { ...user, email_visibility });
  const { id: user_id, delivery_email } = user;
  const before = realEmailAudience(realm, user);
  const after = realEmailAudience(realm, changed);
  realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email } }), except(after, before));
  realm.emit(deliveryEmailChanged({ person: { user_id, delivery_email: null } }), except(before, after));
  emitGravatar(realm, changed, except(before, after));
  emitApiEmail(realm, user, changed);
}

/** Emits a user's Gravatar to clients that computed it from an address they no longer see. */
export function emitGravatar(realm: Realm, user: UserRow, { includes, ...audience }: Audience): void {
  if (user.avatar_source !== "G") return;
  emitAvatar(realm, user, {
    ...audience,
    includes: (id, client, queue) => client.client_gravatar && includes(id, client, queue),
  });
}

const except = (audience: Audience, other: Audience): Audience => ({
  includes: (...who) => audience.includes(...who) && !other.includes(...who),
});

function emitApiEmail(realm: Realm, before: UserRow, { id: user_id, email: new_email }: UserRow): void {
  if (before.email === new_email) return;
  realm.emit(apiEmailChanged({ person: { user_id, new_email } }), userAudience(realm, before));
}

/** Sets an account's picture to the uploaded one with this hash, or to its Gravatar if null. */
export function changeAvatar(realm: Realm, user: UserRow, uploaded: string | null): UserRow {
  const { id } = user;
  const avatar_hash = uploaded ?? gravatarHashOf(realm, user);
  rows.setAvatar.run(realm.sql, { id, avatar_source: uploaded === null ? "G" : "U", avatar_hash });
  forgetAccount(realm, id);
  const changed = rows.userById.one(realm.sql, { id });
  emitAvatar(realm, changed);
  return changed;
}

function emitAvatar(realm: Realm, user: UserRow, audience = userAudience(realm, user)): void {
  const { id: user_id, avatar_source, avatar_version } = user;
  const options = { viewer: null, client_gravatar: false };
  const avatar_url = avatarUrl(user, realm.id, options) ?? "";
  const avatar_url_medium = avatarUrl(user, realm.id, options, true) ?? "";
  const person = { user_id, avatar_source, avatar_url, avatar_url_medium, avatar_version };
  realm.emit(avatarChanged({ person }), audience);
}
