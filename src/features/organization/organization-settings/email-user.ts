import type { Language } from "../../../protocol/language.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type EmailMessage, sendMail } from "../../email/email.ts";
import { greeting } from "../../email/greeting.ts";
import type { User } from "../accounts/accounts.ts";
import { emailLanguage } from "../accounts/email-language.ts";
import { realmSettings } from "./realm-settings.ts";

interface Reader {
  readonly to: string;
  readonly language: Language;
  /** Full name for the greeting, if the email may say it. */
  readonly person?: string;
}

/** A user's own address, language and name. */
export const readerOf = (realm: Realm, user: User): Reader => ({
  to: user.delivery_email,
  language: emailLanguage(realm, user),
  person: user.full_name,
});

/** Emails an address in a language. Adds a greeting. */
export function emailTo<Words>(
  realm: Realm,
  { to, language, person }: Reader,
  words: Readonly<Record<Language, Words>>,
  compose: (words: Words, organization: string, language: Language) => Omit<EmailMessage, "to">,
): void {
  const { paragraphs, ...rest } = compose(words[language], realmSettings(realm).name, language);
  sendMail(realm, { to, ...rest, paragraphs: [greeting(language, person), ...paragraphs] });
}

/** Emails a user in their language. Adds the texts' subject and a greeting. */
export function emailUser<Words extends { readonly subject: (organization: string) => string }>(
  realm: Realm,
  user: User,
  words: Readonly<Record<Language, Words>>,
  compose: (words: Words, organization: string, language: Language) => Pick<EmailMessage, "paragraphs" | "link">,
): void {
  emailTo(realm, readerOf(realm, user), words, (texts, organization, language) => ({
    subject: texts.subject(organization),
    ...compose(texts, organization, language),
  }));
}
