import { notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { after, DAY } from "../../../util/time.ts";
import { changePersonalSetting } from "../../channels/channels/channel-events.ts";
import { subscriptionsOf } from "../../channels/channels/channels.ts";
import { checkCanSendMail, type OtherMailbox } from "../../email/email.ts";
import { newMailedKey } from "../../email/signed-token.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { countAttempt } from "../../organization/accounts/authentication/login-attempts.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import { emailTo } from "../../organization/organization-settings/email-user.ts";
import { dropEmails } from "../../people/email-unsubscribe/email-unsubscribe.ts";
import { takeEmailTo } from "../../people/password-reset/emails-to-addresses.ts";
import { emitAccess } from "./emit-links.ts";
import { deleteMailbox, type MailboxRow, mailboxByHash, mailboxById, putMailbox, setMailboxConfirmed } from "./rows.ts";

const letterWords = words("outsideMailLetter", {
  subject: "Confirm your email address for {organization}",
  wanted:
    "Confirm within 24 hours and before your access ends that you want emails at this address about messages you miss in {organization} ({url}).",
  notYou: "If this wasn't you, you can ignore this email.",
  confirm: "Confirm email address",
});

/** Validity of the emailed key. */
const VALIDITY = DAY;
/** Maximum addresses that one person can give per half hour. */
const MOST_ASKED = 5;

/**
 * Emails a key to the address where someone who joined through a link wants emails about messages. The address replaces
 * any previous one at once. No one can log in with it or find the person by it, and no one else can see it.
 */
export function askForMail(realm: Realm, user: User, email: string): void {
  const former = mailboxById.first(realm.sql, { user: user.id });
  if (former?.email === email && former.key_hash === null) return;
  checkCanSendMail(realm, "Leave the address empty.");
  countAttempt(realm, `address of ${user.id} outside`, MOST_ASKED);
  const isSent = takeEmailTo(realm, email, { isKnown: false, purpose: "outside" });
  if (!isSent && former?.email === email) return;
  forgetMailbox(realm, user.id);
  const { key, hash } = newMailedKey(realm);
  putMailbox.run(realm.sql, { user: user.id, email, hash, at: realm.seconds() });
  emitAccess(realm, user.id);
  if (!isSent) return;
  emailTo(realm, { to: email, language: emailLanguage(realm, user) }, letterWords, (words, name) => ({
    subject: words.subject(name),
    paragraphs: [words.wanted(name, realm.url), words.notYou],
    link: { label: words.confirm, url: `${realm.url}/outside/mail/${key}/` },
  }));
}

/** Returns the address that an emailed key confirms. Throws if the key is no longer valid. */
export function accessMailbox(realm: Realm, key: string): MailboxRow {
  const mailbox = mailboxByHash.first(realm.sql, { hash: hashKey(key) });
  const user = mailbox && findUser(realm, mailbox.user_id);
  if (mailbox === undefined || user?.is_active !== 1 || after(mailbox.asked_at, VALIDITY) <= realm.seconds()) {
    throw notFound("This link isn't valid, or has expired. Ask for a new one.");
  }
  return mailbox;
}

/** Confirms an address. The person gave it for their one channel, so they get emails about all its messages. */
export function confirmMailbox(realm: Realm, { user_id: user }: MailboxRow): void {
  setMailboxConfirmed.run(realm.sql, { user });
  for (const row of subscriptionsOf(realm, user))
    changePersonalSetting(realm, row, { name: "email_notifications", value: true });
  emitAccess(realm, user);
}

/** Returns the confirmed address of someone who joined through a link. */
export function mailboxFor(realm: Realm, user: UserId): OtherMailbox | undefined {
  const mailbox = mailboxById.first(realm.sql, { user });
  if (mailbox === undefined || mailbox.key_hash !== null) return undefined;
  return {
    address: mailbox.email,
    forget() {
      forgetMailbox(realm, user);
      emitAccess(realm, user);
    },
  };
}

/** Deletes a user's address for emails about messages. Drops queued emails. */
export function forgetMailbox(realm: Realm, user: UserId): void {
  if (mailboxById.first(realm.sql, { user }) === undefined) return;
  deleteMailbox.run(realm.sql, { user });
  dropEmails(realm, { id: user }, "messages");
}
