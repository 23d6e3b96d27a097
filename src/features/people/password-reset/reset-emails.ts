import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { emailTo, emailUser } from "../../organization/organization-settings/email-user.ts";
import { organizationLanguage } from "../../organization/organization-settings/realm-settings.ts";

const emailWords = words("passwordLetters", {
  subject: "Reset your password for {organization}",
  wanted: "Someone, probably you, asked to reset your password for {organization} ({url}). The link works for an hour.",
  notYou: "If it wasn't you, you can ignore this email. Your password won't change.",
  choose: "Reset password",
  wantedDeactivated:
    "Someone, probably you, asked to reset your password for {organization} ({url}). Your account is deactivated. An administrator can reactivate it.",
  wantedUnknown:
    "Someone, probably you, asked to reset a password for {organization} ({url}). No account there has this email address.",
  otherAddress: "If you have an account, try your other email addresses. If it wasn't you, you can ignore this email.",
});

export function mailResetLink(realm: Realm, user: User, url: string): void {
  emailUser(realm, user, emailWords, (words, name) => ({
    paragraphs: [words.wanted(name, realm.url), words.notYou],
    link: { label: words.choose, url },
  }));
}

/** Explains to the owner of a deactivated account why they don't get a new password. */
export function mailDeactivated(realm: Realm, user: User): void {
  emailUser(realm, user, emailWords, (words, name) => ({ paragraphs: [words.wantedDeactivated(name, realm.url)] }));
}

/** Explains to the owner of an address that it has no account. They may have registered with another address. */
export function mailNoAccount(realm: Realm, email: string): void {
  emailTo(realm, { to: email, language: organizationLanguage(realm) }, emailWords, (words, name) => ({
    subject: words.subject(name),
    paragraphs: [words.wantedUnknown(name, realm.url), words.otherAddress],
  }));
}
