import type { Realm } from "../../../realm/realm.ts";
import { inMilliseconds, type Seconds } from "../../../util/time.ts";
import { sendMail } from "../../mail/public.ts";
import { organizationLanguage, realmSettings } from "../../organization/realm/public.ts";
import type { User } from "../../organization/users/public.ts";
import { mailWords } from "./mail-words.ts";

interface MailedKey {
  readonly email: string;
  readonly key: string;
  readonly expires_at: Seconds | null;
}

/** The URL of an invitation's page. */
export const joinUrl = (origin: string, key: string) => `${origin}/join/${key}/`;

/** Mails an invitation in the inviter's name. */
export function mailInvitation(
  realm: Realm,
  { full_name }: Pick<User, "full_name">,
  { email, key, expires_at }: MailedKey,
): void {
  const { name } = realmSettings(realm);
  const words = mailWords[organizationLanguage(realm)];
  sendMail(realm, {
    to: email,
    subject: words.subject(full_name, name),
    paragraphs: [
      words.hello,
      words.invitation(full_name, name, realm.url),
      expires_at === null ? words.forYou : words.forYouUntil(new Date(inMilliseconds(expires_at))),
      words.unknown,
    ],
    link: { label: words.join(name), url: joinUrl(realm.url, key) },
  });
}

/** Mails a key to somebody who has opened a link and entered this address. */
export function mailConfirmation(realm: Realm, { email, key }: MailedKey): void {
  const { name } = realmSettings(realm);
  const words = mailWords[organizationLanguage(realm)];
  sendMail(realm, {
    to: email,
    subject: words.confirmSubject(name),
    paragraphs: [words.hello, words.confirmation(name, realm.url), words.notYou],
    link: { label: words.join(name), url: joinUrl(realm.url, key) },
  });
}
