import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail } from "../../email/email.ts";
import type { User } from "../accounts/accounts.ts";
import { actorName } from "../accounts/email-language.ts";
import { emailUser } from "../organization-settings/email-user.ts";

const emailWords = words("deactivation", {
  subject: "Your account in {organization} has been deactivated",
  deactivated: "{by} deactivated your account in {organization} ({url}). You can't log in there anymore.",
  comment: "{by} writes:",
});

/**
 * Informs a deactivated user by email who deactivated their account, with a comment if there is one. `by` is undefined
 * for the server's operator.
 */
export function sendDeactivationMail(
  realm: Realm,
  user: User,
  { by, comment = "" }: { readonly by: string | undefined; readonly comment?: string },
): void {
  if (!canSendMail(realm)) return;
  emailUser(realm, user, emailWords, (words, name, language) => {
    const actor = actorName(language, by);
    const quoted = comment === "" ? [] : [words.comment(actor), ...comment.split(/\n\s*\n/)];
    return { paragraphs: [words.deactivated(actor, name, realm.url), ...quoted] };
  });
}
