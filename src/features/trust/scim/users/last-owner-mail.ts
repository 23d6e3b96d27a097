import { words } from "../../../../protocol/words/words.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../email/email.ts";
import { greeting } from "../../../email/greeting.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../../organization/accounts/email.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";

const emailWords = words("lastOwner", {
  subject: "You are still the owner of {organization}",
  tried: "The directory “{directory}” tried to deactivate your account in {organization}, or to take your role away.",
  refused: "This didn't happen, because you are the last owner. Make someone else an owner first.",
});

/** Emails the last owner that a directory tried to remove them. */
export function sendLastOwnerMail(realm: Realm, user: User, directory: string): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const language = emailLanguage(realm, user);
  const words = emailWords[language];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [greeting(language, user.full_name), words.tried(directory, name), words.refused],
  });
}
