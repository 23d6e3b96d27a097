import { words } from "../../../../protocol/words/words.ts";

export const externalLoginWords = words("externalLogin", {
  failures: {
    state: {
      title: "This login started somewhere else",
      text: "The answer from {service} belongs to a login that wasn't started in this browser, or isn't the latest one. You're not logged in. Start again.",
    },
    expired: { title: "That took too long", text: "Logins expire after 15 minutes. Start again." },
    used: {
      title: "This login was already used",
      text: "A login page works only once, so the browser's Back button can't reopen it. Start again.",
    },
    cancelled: { title: "You didn't log in", text: "The login with {service} was canceled, or access was denied." },
    provider_down: {
      title: "{service} isn't responding",
      text: "Couldn't reach {service}. Try again in a few minutes, or log in another way.",
    },
    untrusted: {
      title: "{service} sent an unexpected answer",
      text: "It doesn't belong to this login, so you're not logged in. Try again. If it happens again, tell your server administrator: the server's log has the details.",
    },
    unverified: {
      title: "Your email address isn't verified",
      text: "{service} doesn't confirm that {hasEmail, select, true {{email}} other {your email address}} is yours. Verify it there, and try again.",
    },
    not_allowed: {
      title: "This email address isn't allowed here",
      text: "{organization} doesn't allow accounts with {hasEmail, select, true {{email}} other {this address}}. Log in with another one, or ask an administrator.",
    },
    deactivated: {
      title: "Your account is deactivated",
      text: "An administrator of {organization} can reactivate it.",
    },
    login_only: {
      title: "You don't have an account yet",
      text: "{hasEmail, select, true {{email}} other {Your address}} has no account here, and {service} can't create one. Ask an administrator for an invitation.",
    },
    invitation_needed: {
      title: "You need an invitation",
      text: "{hasEmail, select, true {{email}} other {Your address}} has no account in {organization}, and people can join by invitation only. Log in with another address, or ask for an invitation.",
    },
    other_address: {
      title: "The invitation is for another address",
      text: "With {service}, you're {hasEmail, select, true {{email}} other {someone else}}. Choose the account there that was invited, or go back to the invitation and join with a password.",
    },
    not_confirmed: {
      title: "This email address isn't confirmed yet",
      text: "The account with {hasEmail, select, true {{email}} other {your address}} got this address from an administrator. Open the link in the email about it, then log in again.",
    },
    other_login: {
      title: "This account belongs to another login",
      text: "The account with {hasEmail, select, true {{email}} other {your address}} is linked to another person or account at {service}. Log in with that one, or with your password. You can unlink it in the settings.",
    },
    not_fresh: {
      title: "{service} didn't ask you to log in again",
      text: "This change needs a recent login. Log out at {service}, and try again.",
    },
    switched_off: {
      title: "{service} login is turned off",
      text: "{organization} has turned off this login method. Log in another way.",
    },
    linked_elsewhere: {
      title: "This login is already linked",
      text: "This {service} account is linked to another account in {organization}. Unlink it in the settings of that account first, or choose another {service} account.",
    },
    passkey_wanted: {
      title: "Log in with your passkey",
      text: "{organization} requires a passkey. {service} alone isn't enough.",
    },
    setup_wanted: {
      title: "Secure your account first",
      text: "{organization} requires a passkey or two-factor authentication. Set one up in this browser, then start again in the app.",
    },
  },
  failed: "Couldn't log in",
  again: "Try again with {service}",
  otherAccount: "Choose another account",
  setUp: "Log in here with {service}",
  withPasskey: "Go to the login page",
  toSettings: "Back to settings",
  otherWays: "All login methods",
  fromApp: "Did you come from an app? Start again there.",
  joinTitle: "Join {organization}",
  joinAbout: "You logged in with {service}, and don't have an account here yet.",
  email: "Email",
  fullName: "Your name",
  fullNameHint: "This is how others will see you. You can change it later.",
  join: "Join {organization}",
  haveAccount: "I already have an account",
  backTitle: "You're logged in",
  backText: "Close this tab and return to the one you came from.",
  goOn: "Go to {organization}",
  carryTitle: "Back to the app",
  carryAbout: "You're logged in. Copy this token and go back to the app within a minute.",
  token: "Login token",
  copy: "Copy",
  copied: "Copied. Now go back to the app.",
  appTitle: "Continue in your browser",
  appAbout: "The login with {service} opened in your web browser. Log in there, copy the token you get, and come back.",
  pasted: "Login token",
  finish: "Log in",
  openAgain: "Open the browser again",
  wrongToken: "That token isn't for this login. Copy it again.",
});
