import * as v from "valibot";
import { spokenLanguage } from "../../../../protocol/language.ts";
import { Role } from "../../../../protocol/roles.ts";
import { timeZoneSchema } from "../../../../protocol/time-zone.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canonical, type Json } from "../../../../util/canonical.ts";
import { createAccount } from "../../../organization/account-actions/accounts.ts";
import { deactivatePerson, reactivate } from "../../../organization/account-actions/deactivation.ts";
import { sendEmailChangedMail } from "../../../organization/account-actions/email-changed-mail.ts";
import { checkNotDisposable } from "../../../organization/account-actions/email-rules.ts";
import { changeRole } from "../../../organization/account-actions/roles.ts";
import { accessUser } from "../../../organization/accounts/access.ts";
import { checkEmailIsFree, findUserByRealEmail, type User } from "../../../organization/accounts/accounts.ts";
import { endKeys } from "../../../organization/accounts/api-keys/api-keys.ts";
import { changeEmail, changeFullName } from "../../../organization/accounts/changes.ts";
import { checkNameIsFree } from "../../../organization/accounts/full-name.ts";
import { outsideAccessOf } from "../../../organization/accounts/outside-access.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";
import { changeSettings } from "../../../people/user-settings/user-settings.ts";
import { endUndoLinks } from "../../../people/user-settings-actions/given-address.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { applyRules, assignedRole, leaveGroups, leaveOtherGroups } from "../groups/group-rules.ts";
import type { Values } from "../protocol/attributes.ts";
import { notUnique } from "../protocol/errors.ts";
import { linkOfUser, seenUser, setChanged } from "../user-resources/rows.ts";
import { attributesOf, shownOf } from "../user-resources/user-resource.ts";
import { roleIn, type WantedUser } from "../user-resources/wanted-user.ts";
import { checkLinkIsFree, removeLink, writeLink } from "./links.ts";
import { checkMayChange, checkMayDeactivate, checkNotLastOwner } from "./owner-rules.ts";
import { writeProfile } from "./profile-values.ts";

/** Creates an account, or links an existing one with the same email address to the directory. */
export function createUser(realm: Realm, connection: DirectoryConnection, wanted: WantedUser): User {
  checkLinkIsFree(realm, connection, wanted);
  const known = findUserByRealEmail(realm, wanted.email) ?? findUserByRealEmail(realm, wanted.userName);
  if (known !== undefined) {
    const isTaken =
      known.bot_type !== null ||
      known.is_deleted === 1 ||
      outsideAccessOf(realm, known.id) !== undefined ||
      linkOfUser.first(realm.sql, { user: known.id });
    if (isTaken) throw notUnique("An account has this address already.");
    writeUser(realm, connection, known, { ...wanted, active: wanted.active ?? true });
    return accessUser(realm, null, known.id);
  }
  const { newName: full_name, role = Role.member, email: delivery_email } = wanted;
  checkMayChange(connection, { role: Role.member, delivery_email, is_active: 1 }, wanted);
  checkNotDisposable(realm, delivery_email);
  checkNameIsUnique(realm, full_name);
  // Guests aren't subscribed to default channels.
  const user = createAccount(realm, { delivery_email, full_name, role, ...(role === Role.guest && { channels: [] }) });
  writeUser(realm, connection, user, wanted);
  return accessUser(realm, null, user.id);
}

/** Applies what the directory sent to an account. If any step throws, nothing is changed. */
export function writeUser(
  realm: Realm,
  connection: DirectoryConnection,
  { id }: Pick<User, "id">,
  wanted: WantedUser,
): void {
  checkLinkIsFree(realm, connection, wanted, id);
  const now = () => accessUser(realm, null, id);
  const link = linkOfUser.first(realm.sql, { user: id });
  const shown = () => {
    const row = seenUser(realm, connection.id, id);
    return row && canonical(shownOf(row) as Json);
  };
  // The link of a new user is created below, with its change time.
  const shownBefore = link && shown();
  const before = attributesOf({ id, attributes: link?.attributes ?? null });
  const saidRole = roleIn(before);
  const isNewRole = wanted.role !== saidRole;
  // A role that the directory sent earlier must not prevent other changes to a user who was made an owner by other
  // means.
  checkMayChange(connection, now(), { ...wanted, role: isNewRole ? wanted.role : undefined });
  if (wanted.active === true) reactivateUser(realm, now());
  rename(realm, now(), wanted.fullName);
  if (link === undefined || wanted.email !== now().delivery_email) endUndoLinks(realm, now());
  changeAddress(realm, connection, now(), wanted.email);
  const endsRole = link === undefined && leaveOtherGroups(realm, connection, now());
  writeLink(realm, connection, now(), wanted);
  if (endsRole || (isNewRole && wanted.role !== undefined))
    setRole(realm, connection, now(), assignedRole(realm, connection, id) ?? Role.member);
  writeProfile(realm, connection, now(), wanted.attributes);
  writeSettings(realm, now(), before, wanted.attributes);
  if (wanted.active === false) deactivateUser(realm, connection, now());
  else applyRules(realm, connection, [id]);
  if (link !== undefined && shown() !== shownBefore) setChanged.run(realm.sql, { user: id, at: realm.seconds() });
}

/**
 * Deactivates an account and releases it from the directory. If the directory creates a user with the same address
 * later, the account is reused.
 */
export function removeUser(realm: Realm, connection: DirectoryConnection, id: User["id"]): void {
  const user = accessUser(realm, null, id);
  leaveGroups(realm, connection, user);
  removeLink(realm, user);
  deactivateUser(realm, connection, user);
}

/** Deactivates an account, which ends its sessions, event queues and streams. Throws for the last owner. */
function deactivateUser(realm: Realm, connection: DirectoryConnection, user: User): void {
  if (user.is_active === 0) return;
  checkNotLastOwner(realm, connection, user);
  checkMayDeactivate(connection, user);
  deactivatePerson(realm, user);
}

/**
 * Reactivates an account, and revokes its old keys. A deactivated account keeps its keys, so that requests with them
 * fail with the reason.
 */
function reactivateUser(realm: Realm, user: User): void {
  if (user.is_active === 1) return;
  endKeys(realm, user.id);
  reactivate(realm, user, user);
}

function setRole(realm: Realm, connection: DirectoryConnection, user: User, role: Role): void {
  if (role === user.role) return;
  if (role !== Role.owner) checkNotLastOwner(realm, connection, user);
  changeRole(realm, user, role);
}

function rename(realm: Realm, user: User, full_name: string | undefined): void {
  if (full_name === undefined || full_name === user.full_name) return;
  checkNameIsUnique(realm, full_name, user.id);
  changeFullName(realm, user, full_name);
}

function checkNameIsUnique(realm: Realm, full_name: string, self?: User["id"]): void {
  if (realmSettings(realm).require_unique_names) checkNameIsFree(realm, full_name, self);
}

/** Changes an account's address, and notifies the former address by email. */
function changeAddress(realm: Realm, { id, name }: DirectoryConnection, user: User, email: string): void {
  if (email === user.delivery_email) return;
  if (email.toLowerCase() !== user.delivery_email.toLowerCase()) {
    if (findUserByRealEmail(realm, email) !== undefined) throw notUnique("Another account has this address.");
    checkEmailIsFree(realm, email);
    checkNotDisposable(realm, email);
    sendEmailChangedMail(realm, user, { email, by: { user_id: -id as User["id"], full_name: name } });
  }
  changeEmail(realm, user, email);
}

/** Sets language and time zone if the directory's values changed. Otherwise, the user's own choices stay. */
function writeSettings(realm: Realm, user: User, before: Values, after: Values): void {
  const language = languageIn(after);
  const zone = v.safeParse(timeZoneSchema, after["timezone"]);
  changeSettings(realm, user, {
    ...(language !== languageIn(before) && { default_language: language }),
    ...(after["timezone"] !== before["timezone"] && zone.success && { timezone: zone.output }),
  });
}

const languageIn = ({ preferredLanguage, locale }: Values) =>
  spokenLanguage(String(preferredLanguage ?? "")) ?? spokenLanguage(String(locale ?? ""));
