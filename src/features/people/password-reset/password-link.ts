import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, type Seconds } from "../../../util/time.ts";
import { canSendMail } from "../../email/email.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { actorName, emailLanguage } from "../../organization/accounts/email.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { notifyLoginChange } from "../two-factor/change-emails.ts";
import { linkWords } from "./link-words.ts";
import { checkPasswordLogins, newResetKey, resetUrl, VALIDITY } from "./password-reset.ts";

interface PasswordLink {
  readonly url: string;
  readonly expires_at: Seconds;
}

/**
 * Creates a link for choosing an account's password, to be passed on by an administrator, or by the server's operator
 * if `by` is undefined. The account is notified, so that nobody can create one unnoticed.
 */
export function makePasswordLink(realm: Realm, user: User, by: string | undefined): PasswordLink {
  checkPasswordLogins(realm);
  if (user.bot_type !== null || user.is_active === 0) throw badRequest("No such user");
  const key = newResetKey(realm, user, "person");
  if (canSendMail(realm)) {
    notifyLoginChange(realm, user, { kind: "password link", by });
  } else {
    audit(realm, "password.link_made", { of: accountEntity(user) });
    const language = emailLanguage(realm, user);
    sendDirectNotice(realm, { to: user.id, content: linkWords[language].made(actorName(language, by)) });
  }
  return { url: resetUrl(realm, key), expires_at: after(realm.seconds(), VALIDITY) };
}
