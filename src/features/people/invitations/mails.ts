import type { Language } from "../../../protocol/language.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { inMilliseconds, type Seconds } from "../../../util/time.ts";
import { canSendMail } from "../../email/email.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { emailTo, readerOf } from "../../organization/organization-settings/email-user.ts";
import { organizationLanguage, realmSettings } from "../../organization/organization-settings/realm-settings.ts";

const mailWords = words("invitations", {
  subject: "{inviter} invited you to join {organization}",
  invitation: "{inviter} invited you to join {organization} ({url}), where your team talks.",
  forYou: "This invitation is just for you.",
  forYouUntil: "This invitation is just for you. It expires on {time}.",
  unknown: "If you weren't expecting this, you can ignore this email.",
  join: "Join {organization}",
  confirmSubject: "Confirm your email address to join {organization}",
  confirmation: "Someone used this email address to join {organization} ({url}). If it was you, continue by {time}.",
  notYou: "If it wasn't you, you can ignore this email.",
  welcomeSubject: "Welcome to {organization}",
  welcome: "Your account in {organization} is ready. Log in with {email}.",
  everywhere: "Use it in your browser, or in Zulip's mobile and desktop apps: enter {url} as the organization URL.",
  open: "Open {organization}",
});

interface MailedKey {
  readonly email: string;
  readonly key: string;
  readonly expires_at: Seconds | null;
}

export const joinUrl = (origin: string, key: string) => `${origin}/join/${key}/`;

const dateIn = (language: Language, time: Seconds) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(inMilliseconds(time))} (UTC)`;

export function mailInvitation(
  realm: Realm,
  { full_name }: Pick<User, "full_name">,
  { email, key, expires_at }: MailedKey,
): void {
  emailTo(realm, { to: email, language: organizationLanguage(realm) }, mailWords, (words, name, language) => ({
    subject: words.subject(full_name, name),
    paragraphs: [
      words.invitation(full_name, name, realm.url),
      expires_at === null ? words.forYou : words.forYouUntil(dateIn(language, expires_at)),
      words.unknown,
    ],
    link: { label: words.join(name), url: joinUrl(realm.url, key) },
  }));
}

/** Emails a key to a user who opened a link and entered this address. */
export function mailConfirmation(
  realm: Realm,
  { email, key, expires_at }: MailedKey & { readonly expires_at: Seconds },
): void {
  emailTo(realm, { to: email, language: organizationLanguage(realm) }, mailWords, (words, name, language) => ({
    subject: words.confirmSubject(name),
    paragraphs: [words.confirmation(name, realm.url, dateIn(language, expires_at)), words.notYou],
    link: { label: words.join(name), url: joinUrl(realm.url, key) },
  }));
}

/** Emails a new user the organization's URL and the address to log in with, if welcome emails are on. */
export function mailWelcome(realm: Realm, user: User): void {
  if (!realmSettings(realm).send_welcome_emails || !canSendMail(realm)) return;
  emailTo(realm, readerOf(realm, user), mailWords, (words, name) => ({
    subject: words.welcomeSubject(name),
    paragraphs: [words.welcome(name, user.delivery_email), words.everywhere(realm.url)],
    link: { label: words.open(name), url: realm.url },
  }));
}
