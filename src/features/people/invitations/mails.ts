import type { Realm } from "../../../realm/realm.ts";
import { inMilliseconds, type Seconds } from "../../../util/time.ts";
import { sendMail } from "../../mail/public.ts";
import { realmSettings } from "../../organization/realm/public.ts";
import type { User } from "../../organization/users/public.ts";

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
  sendMail(realm, {
    to: email,
    subject: `${full_name} invites you to ${name}`,
    paragraphs: [
      "Hello,",
      `${full_name} would like to have you in ${name}, a place to work and talk together (${realm.url}).`,
      expires_at === null
        ? "The link below is for you alone."
        : `The link below is for you alone, and works until ${new Date(inMilliseconds(expires_at)).toUTCString()}.`,
      "If you do not know what this is about, you need not do anything.",
    ],
    link: { label: `Join ${name}`, url: joinUrl(realm.url, key) },
  });
}

/** Mails a key to somebody who has opened a link and entered this address. */
export function mailConfirmation(realm: Realm, { email, key }: MailedKey): void {
  const { name } = realmSettings(realm);
  sendMail(realm, {
    to: email,
    subject: `Confirm your address to join ${name}`,
    paragraphs: [
      "Hello,",
      `somebody wants to join ${name} (${realm.url}) with this address. If it was you, go on within a day.`,
      "If it was not, you need not do anything.",
    ],
    link: { label: `Join ${name}`, url: joinUrl(realm.url, key) },
  });
}
