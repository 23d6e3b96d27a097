import { hashKey } from "../../../http/read-key.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { defaultChannels } from "../../channels/channels/default-channels.ts";
import { canSendMail } from "../../mail/mail.ts";
import { addMembers } from "../../organization/groups/groups.ts";
import { sendDirectNotice } from "../../organization/notices/notices.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { createAccount } from "../../organization/users/actions/accounts.ts";
import { checkEmailAllowed } from "../../organization/users/actions/email-rules.ts";
import { checkNameIsFree } from "../../organization/users/full-name.ts";
import { actorOf, checkEmailIsFree, findUser, type User } from "../../organization/users/users.ts";
import { mayStillInvite } from "./access.ts";
import { tellInvites } from "./invitations.ts";
import {
  endInvitationsTo,
  type InvitationRow,
  invitationByKey,
  type LinkRow,
  linkById,
  linkByKey,
  setInvitationState,
} from "./rows.ts";
import { stillOffered, type Terms, termsOf } from "./terms.ts";
import { welcome } from "./welcome.ts";

/** What a key opens. */
interface Invitation {
  readonly terms: Terms;
  readonly inviter: User;
  /** The address that it was mailed to, with the id of the invitation; or the link, which was mailed to nobody. */
  readonly addressee: Pick<InvitationRow, "id" | "email"> | null;
  readonly link: LinkRow | null;
}

const over = (how: string) => notFound(`This invitation ${how}. Ask whoever invited you for another one.`);

/** The invitation of a key, if it can be accepted now. */
export function findInvitation(realm: Realm, key: string): Invitation {
  const mailed = invitationByKey.first(realm.sql, { key_hash: hashKey(key) });
  const link = mailed === undefined ? linkByKey.first(realm.sql, { key }) : linkBehind(realm, mailed);
  const row = mailed ?? link;
  if (row === undefined) throw over("is not known here");
  if (row.state === "accepted") throw over("has been accepted already");
  const inviter = findUser(realm, row.inviter);
  const terms = termsOf(row);
  const hasLink = mailed === undefined || mailed.link_id !== null;
  const withdrawn = row.state === "revoked" || (hasLink && link?.state !== "pending");
  const way = hasLink ? "link" : "mail";
  if (withdrawn || inviter === undefined || !mayStillInvite(realm, inviter, way, terms)) throw over("was withdrawn");
  if (hasExpired(realm, row)) throw over("has expired");
  return { terms, inviter, addressee: mailed ?? null, link: link ?? null };
}

/** The link over which somebody has asked for an invitation, which ends with it. */
const linkBehind = (realm: Realm, { link_id }: InvitationRow): LinkRow | undefined =>
  link_id === null ? undefined : linkById.first(realm.sql, { id: link_id });

const hasExpired = (realm: Realm, { expires_at }: LinkRow | InvitationRow) =>
  expires_at !== null && expires_at <= realm.seconds();

interface Newcomer {
  readonly email: string | undefined;
  readonly full_name: string;
}

/**
 * Whether somebody who follows a link has to show that the address is theirs: wherever there is mail to do it by, and
 * always where only those with certain addresses may join.
 */
export const mustConfirm = (realm: Realm, { addressee }: Invitation): boolean =>
  addressee === null && (canSendMail(realm) || realmSettings(realm).emails_restricted_to_domains);

/** The address of whoever accepts: the one that was invited, or for a link, one that the organization takes. */
export function checkNewcomer(realm: Realm, invitation: Invitation, { email, full_name }: Newcomer): string {
  const address = invitation.addressee?.email ?? email;
  if (address === undefined) throw badRequest("Enter your email address.");
  checkAddress(realm, address);
  if (mustConfirm(realm, invitation)) throw badRequest("Confirm your email address first.");
  if (realmSettings(realm).require_unique_names) checkNameIsFree(realm, full_name);
  return address;
}

export function checkAddress(realm: Realm, email: string): void {
  checkEmailAllowed(realm, email);
  checkEmailIsFree(realm, email);
}

interface Acceptance {
  readonly email: string;
  readonly full_name: string;
  readonly passwordHash: string;
}

/** Makes the account that was offered, welcomes it, and tells whoever invited it (users-groups-org.md 7). */
export function accept(realm: Realm, invitation: Invitation, { email, full_name, passwordHash }: Acceptance): User {
  const { terms, inviter, addressee } = invitation;
  const offered = stillOffered(realm, actorOf(inviter), terms);
  const defaults = terms.default_channels ? defaultChannels(realm) : [];
  const channels = [...new Set([...offered.channels, ...defaults].map(({ id }) => id))];
  const user = createAccount(realm, { delivery_email: email, full_name, role: terms.role, passwordHash, channels });
  for (const group of offered.groups) addMembers(realm, group.id, [user.id]);
  if (addressee !== null) setInvitationState.run(realm.sql, { id: addressee.id, state: "accepted" });
  endInvitationsTo.run(realm.sql, { email });
  tellInvites(realm, inviter.id);
  if (terms.notify_referrer) {
    const content = `@_**${user.full_name}|${user.id}** accepted your invitation to join!`;
    sendDirectNotice(realm, { to: inviter.id, content });
  }
  welcome(realm, user, offered.welcome_text);
  return user;
}
