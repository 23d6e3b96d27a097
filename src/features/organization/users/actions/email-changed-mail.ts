import type { Actor } from "../../../../protocol/actor.ts";
import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../mail/public.ts";
import { realmSettings } from "../../realm/public.ts";
import { letterLanguage } from "../letter-language.ts";
import type { User } from "../users.ts";

const en = {
  subject: (organization: string) => `Your address for ${organization} has changed`,
  greeting: (person: string) => `Hello ${person},`,
  changed: (organization: string, email: string) => `your account in ${organization} belongs to ${email} now.`,
  by: (person: string) => `${person} has seen to it.`,
  unwanted: "If this is not what you want, write to an administrator at once.",
};

const de: typeof en = {
  subject: (organization) => `Deine Adresse für ${organization} hat sich geändert`,
  greeting: (person) => `Hallo ${person},`,
  changed: (organization, email) => `dein Konto bei ${organization} gehört jetzt zu ${email}.`,
  by: (person) => `${person} hat das veranlasst.`,
  unwanted: "Wenn du das nicht willst, schreib sofort der Administration.",
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
