import type { Language } from "../../../protocol/language.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type EmailMessage, sendMail } from "../../email/email.ts";
import { greeting } from "../../email/greeting.ts";
import type { User } from "../accounts/accounts.ts";
import { emailLanguage } from "../accounts/email-language.ts";
import { realmSettings } from "./realm-settings.ts";

interface Composed extends Pick<EmailMessage, "paragraphs" | "link"> {
  readonly to?: string;
}

/** Emails a user in their language, by default to their own address. Adds the texts' subject and a greeting. */
export function emailUser<Words extends { readonly subject: (organization: string) => string }>(
  realm: Realm,
  user: User,
  words: Readonly<Record<Language, Words>>,
  compose: (words: Words, organization: string, language: Language) => Composed,
): void {
  const { name } = realmSettings(realm);
  const language = emailLanguage(realm, user);
  const { to = user.delivery_email, paragraphs, ...rest } = compose(words[language], name, language);
  sendMail(realm, {
    ...{ to, ...rest },
    subject: words[language].subject(name),
    paragraphs: [greeting(language, user.full_name), ...paragraphs],
  });
}
