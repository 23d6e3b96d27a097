import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../mail/public.ts";
import { realmSettings } from "../../realm/public.ts";
import { letterLanguage } from "../letter-language.ts";
import type { User } from "../users.ts";

const en = {
  subject: (organization: string) => `Your account in ${organization} has been deactivated`,
  greeting: (person: string) => `Hello ${person},`,
  deactivated: (by: string | undefined, organization: string, url: string) =>
    `${by ?? "Your server administrator"} deactivated your account in ${organization} (${url}). You can't log in there anymore.`,
  comment: (by: string | undefined) => `${by ?? "Your server administrator"} writes:`,
};

const de: typeof en = {
  subject: (organization) => `Dein Konto bei ${organization} wurde deaktiviert`,
  greeting: (person) => `Hallo ${person},`,
  deactivated: (by, organization, url) =>
    `${by ?? "Die Serveradministration"} hat dein Konto bei ${organization} (${url}) deaktiviert. Du kannst dich dort nicht mehr anmelden.`,
  comment: (by) => `${by ?? "Die Serveradministration"} schreibt:`,
};

const letterWords: Readonly<Record<Language, typeof en>> = { en, de };

/** Mails a deactivated user who deactivated their account (undefined is the server's operator), with a comment if there is one. */
export function sendDeactivationMail(
  realm: Realm,
  user: User,
  { by, comment = "" }: { readonly by: string | undefined; readonly comment?: string },
): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const words = letterWords[letterLanguage(realm, user)];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [
      words.greeting(user.full_name),
      words.deactivated(by, name, realm.url),
      ...(comment === "" ? [] : [words.comment(by), ...comment.split(/\n\s*\n/)]),
    ],
  });
}
