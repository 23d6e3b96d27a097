import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../email/email.ts";
import { greeting } from "../../email/greeting.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../organization/accounts/email.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";

const emailWords = words("complianceExports", {
  subject: "A compliance export of {organization} was requested",
  asked: "{by} requested a compliance export of messages of {organization}.",
  look: "Owners see all compliance exports in the organization’s settings, where they can also delete them.",
});

/** Emails users that an export was requested, so that they notice without having to open Parley. */
export function sendRequestMails(realm: Realm, people: readonly User[], by: string): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  for (const person of people) {
    const language = emailLanguage(realm, person);
    const words = emailWords[language];
    sendMail(realm, {
      to: person.delivery_email,
      subject: words.subject(name),
      paragraphs: [greeting(language, person.full_name), words.asked(by, name), words.look],
    });
  }
}
