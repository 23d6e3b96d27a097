import type { Actor } from "../../../../protocol/actor.ts";
import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../mail/public.ts";
import { realmSettings } from "../../realm/public.ts";
import { letterLanguage } from "../letter-language.ts";
import type { User } from "../users.ts";

const en = {
  subject: (organization: string) => `Your account in ${organization} has been deactivated`,
  greeting: (person: string) => `Hello ${person},`,
  deactivated: (by: string, organization: string, url: string) =>
    `${by} deactivated your account in ${organization} (${url}). You can't log in there anymore.`,
  comment: (by: string) => `${by} writes:`,
};

const de: typeof en = {
  subject: (organization) => `Dein Konto bei ${organization} wurde deaktiviert`,
  greeting: (person) => `Hallo ${person},`,
  deactivated: (by, organization, url) =>
    `${by} hat dein Konto bei ${organization} (${url}) deaktiviert. Du kannst dich dort nicht mehr anmelden.`,
  comment: (by) => `${by} schreibt:`,
};

const letterWords: Readonly<Record<Language, typeof en>> = { en, de };

/** Mails a deactivated user who deactivated their account, with a comment if there is one. */
export function sendDeactivationMail(
  realm: Realm,
  user: User,
  { by, comment }: { readonly by: Pick<Actor, "full_name">; readonly comment: string },
): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const words = letterWords[letterLanguage(realm, user)];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [
      words.greeting(user.full_name),
      words.deactivated(by.full_name, name, realm.url),
      ...(comment === "" ? [] : [words.comment(by.full_name), ...comment.split(/\n\s*\n/)]),
    ],
  });
}
