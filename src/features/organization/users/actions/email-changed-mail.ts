import type { Actor } from "../../../../protocol/actor.ts";
import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../mail/public.ts";
import { realmSettings } from "../../realm/public.ts";
import { letterLanguage } from "../letter-language.ts";
import type { User } from "../users.ts";

const en = {
  subject: (organization: string) => `Your email address for ${organization} was changed`,
  greeting: (person: string) => `Hello ${person},`,
  changed: (organization: string, email: string) =>
    `The email address of your account in ${organization} is now ${email}.`,
  by: (person: string) => `${person} changed it.`,
  unwanted: "If this wasn't you, tell an administrator now.",
};

const de: typeof en = {
  subject: (organization) => `Deine E-Mail-Adresse für ${organization} wurde geändert`,
  greeting: (person) => `Hallo ${person},`,
  changed: (organization, email) => `die E-Mail-Adresse deines Kontos bei ${organization} ist jetzt ${email}.`,
  by: (person) => `${person} hat sie geändert.`,
  unwanted: "Wenn du das nicht warst, sag jetzt der Administration Bescheid.",
};

const letterWords: Readonly<Record<Language, typeof en>> = { en, de };

/** Mails the former address of an account about the new one, so that nobody loses an account without noticing. */
export function sendEmailChangedMail(
  realm: Realm,
  user: User,
  { email, by }: { readonly email: string; readonly by: Pick<Actor, "user_id" | "full_name"> },
): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const words = letterWords[letterLanguage(realm, user)];
  const who = by.user_id === user.id ? [] : [words.by(by.full_name)];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [words.greeting(user.full_name), [words.changed(name, email), ...who, words.unwanted].join(" ")],
  });
}
