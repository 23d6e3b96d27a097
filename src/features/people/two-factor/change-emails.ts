import { filled } from "../../../protocol/words/icu.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail } from "../../email/email.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { actorName } from "../../organization/accounts/email-language.ts";
import { emailUser } from "../../organization/organization-settings/email-user.ts";
import type { AuditAction } from "../../trust/audit-log/actions.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";

type LoginChange =
  | { readonly kind: "new password" | "new API key" }
  | { readonly kind: "second factor on" | "second factor off" | "new recovery codes" }
  | { readonly kind: "recovery code used"; readonly left: number }
  | { readonly kind: "reset" | "password link"; readonly by: string | undefined }
  | { readonly kind: "password set" | "logins ended" | "attempts forgotten" }
  | { readonly kind: "logged out"; readonly by: string; readonly keys: boolean }
  | { readonly kind: "passkey added" | "passkey removed"; readonly name: string }
  | { readonly kind: "service linked"; readonly name: string; readonly endsOthers: boolean }
  | { readonly kind: "service unlinked"; readonly name: string };

const changeWords = words("loginChanges", {
  subject: "Your login settings for {organization} changed",
  happened: "The login settings of your account in {organization} ({url}) changed:",
  what: {
    "new password": "Your password was changed. All other browsers were logged out.",
    "new API key": "You have a new API key. Apps and scripts with the old one were logged out.",
    "second factor on":
      "Two-factor authentication is on. You'll enter a code from your authenticator app along with your password.",
    "second factor off": "Two-factor authentication is off. You'll need only your password to log in.",
    "new recovery codes": "You have new recovery codes. The old ones stopped working.",
    "recovery code used":
      "Someone logged in with your password and one of your recovery codes. Recovery codes left: {left}.",
    reset: "{by} removed two-factor authentication and all passkeys from your account.",
    "password link": "{by} created a link for choosing a new password. It works once, for an hour.",
    "password set": "Your server administrator chose a new password for you.",
    "logins ended": "Your server administrator logged you out everywhere and revoked your API keys.",
    "logged out":
      "{by} logged you out of all browsers{keys, select, true { and apps, and revoked your API keys} other {}}.",
    "attempts forgotten":
      "Your server administrator allowed new attempts to log in, after too many with a wrong password.",
    "passkey added": "You can log in with a new passkey, “{name}”.",
    "passkey removed": "The passkey “{name}” was removed. No one can log in with it anymore.",
    "service linked":
      "You can log in with {name}: your account there is linked to this one.{endsOthers, select, true { Your email address wasn't confirmed before, so the account's password, passkeys, API keys and browser logins stopped working.} other {}}",
    "service unlinked": "You can't log in with {name} anymore: your account there is no longer linked to this one.",
  },
  notYou: "If this wasn't you, change your password now and tell an administrator.",
  logInAgain: "Log in again to continue. If you don't know why this happened, ask an administrator.",
  setUpAnew:
    "Log in with your password, and set up two-factor authentication or a passkey again. If you didn't ask for this, tell an administrator now.",
});

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

/** Records a change in how a user logs in, and emails the account's owner, so that no one else can do so unnoticed. */
export function notifyLoginChange(realm: Realm, user: User, change: LoginChange): void {
  const { kind, ...details } = change;
  audit(realm, actions[kind], { of: accountEntity(user), details: { ...details, how: kind } });
  mailOfLoginChange(realm, user, change);
}

/** Emails an account's owner about a change without recording it, for changes that are recorded together. */
export function mailOfLoginChange(realm: Realm, user: User, change: LoginChange): void {
  if (!canSendMail(realm)) return;
  emailUser(realm, user, changeWords, (words, name, language) => {
    const by = actorName(language, "by" in change ? change.by : undefined);
    const values = { left: 0, name: "", keys: false, endsOthers: false, ...change, by };
    const advice =
      change.kind === "reset" ? words.setUpAnew : change.kind === "logged out" ? words.logInAgain : words.notYou;
    return { paragraphs: [words.happened(name, realm.url), filled(words.what[change.kind], values), advice] };
  });
}
