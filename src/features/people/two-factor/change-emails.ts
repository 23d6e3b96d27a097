import { filled } from "../../../protocol/words/icu.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../email/email.ts";
import { greeting } from "../../email/greeting.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { actorName, emailLanguage } from "../../organization/accounts/email.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import type { AuditAction } from "../../trust/audit-log/actions.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { changeWords, type LoginChange } from "./change-words.ts";

const actions: Readonly<Record<LoginChange["kind"], AuditAction>> = {
  "new password": "password.changed",
  "password set": "password.changed",
  "password link": "password.link_made",
  "new API key": "login.key_renewed",
  "second factor on": "second_factor.set_up",
  "second factor off": "second_factor.removed",
  reset: "second_factor.removed",
  "new recovery codes": "second_factor.recovery_codes_made",
  "recovery code used": "second_factor.recovery_code_used",
  "logins ended": "login.ended_by_other",
  "logged out": "login.ended_by_other",
  "attempts forgotten": "login.attempts_forgotten",
  "passkey added": "passkey.added",
  "passkey removed": "passkey.removed",
  "service linked": "external_login.linked",
  "service unlinked": "external_login.unlinked",
};

/**
 * Records a change in how a user logs in, and emails the account's owner, so that nobody else can make one unnoticed.
 */
export function notifyLoginChange(realm: Realm, user: User, change: LoginChange): void {
  const { kind, ...details } = change;
  audit(realm, actions[kind], { of: accountEntity(user), details: { ...details, how: kind } });
  mailOfLoginChange(realm, user, change);
}

/** Emails an account's owner about a change that is recorded together with others. */
export function mailOfLoginChange(realm: Realm, user: User, change: LoginChange): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const language = emailLanguage(realm, user);
  const words = changeWords[language];
  const by = actorName(language, "by" in change ? change.by : undefined);
  const values = { left: 0, name: "", keys: false, endsOthers: false, ...change, by };
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [
      greeting(language, user.full_name),
      words.happened(name, realm.url),
      filled(words.what[change.kind], values),
      change.kind === "reset" ? words.setUpAnew : change.kind === "logged out" ? words.logInAgain : words.notYou,
    ],
  });
}
