import { words } from "../../../protocol/words/words.ts";

export type LoginChange =
  | { readonly kind: "new password" | "new API key" }
  | { readonly kind: "second factor on" | "second factor off" | "new recovery codes" }
  | { readonly kind: "recovery code used"; readonly left: number }
  | { readonly kind: "reset" | "password link"; readonly by: string | undefined }
  | { readonly kind: "password set" | "logins ended" | "attempts forgotten" }
  | { readonly kind: "logged out"; readonly by: string; readonly keys: boolean }
  | { readonly kind: "passkey added" | "passkey removed"; readonly name: string }
  | { readonly kind: "service linked"; readonly name: string; readonly endsOthers: boolean }
  | { readonly kind: "service unlinked"; readonly name: string };

export const changeWords = words("loginChanges", {
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
