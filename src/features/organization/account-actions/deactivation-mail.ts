import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../email/email.ts";
import { greeting } from "../../email/greeting.ts";
import type { User } from "../accounts/accounts.ts";
import { actorName, emailLanguage } from "../accounts/email-language.ts";
import { realmSettings } from "../organization-settings/realm-settings.ts";

const emailWords = words("deactivation", {
  subject: "Your account in {organization} has been deactivated",
  deactivated: "{by} deactivated your account in {organization} ({url}). You can't log in there anymore.",
  comment: "{by} writes:",
});

/**
 * Emails a deactivated user who deactivated their account (`by` is undefined for the server's operator), with a comment
 * if there is one.
 */
export function sendDeactivationMail(
  realm: Realm,
  user: User,
  { by, comment = "" }: { readonly by: string | undefined; readonly comment?: string },
): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const language = emailLanguage(realm, user);
  const words = emailWords[language];
  const actor = actorName(language, by);
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [
      greeting(language, user.full_name),
      words.deactivated(actor, name, realm.url),
      ...(comment === "" ? [] : [words.comment(actor), ...comment.split(/\n\s*\n/)]),
    ],
  });
}
