import { words } from "../../../protocol/words/words.ts";

export const loginWords = words("login", {
  title: "Log in to {organization}",
  email: "Email",
  password: "Password",
  logIn: "Log in",
  passkey: {
    label: "Use a passkey",
    refused: "This passkey isn't registered here.",
    failed: "Couldn't log in with your passkey. Try again.",
  },
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  anew: "Start over",
  logInWith: "Log in with {service}",
  or: "or",
  forgotten: "Forgot password?",
  forgottenNoMail: "Forgot your password? Ask an administrator for help: this server can't send email.",
  lookAround: "View without an account",
  noPasswords: "Password login is turned off here. Ask an administrator how to log in.",
  company: "Log in with your company",
  endings: {
    over: "Your session has expired. Log in again.",
    ended: "You've been logged out. Log in again.",
    role_raised: "Your role changed, so you were logged out. Log in again.",
    password_changed: "Your password was changed. Log in with the new one.",
    logged_out_elsewhere: "You were logged out from another device. Log in again.",
  },
  loggedOut: "You're logged out",
  goOn: "Continue",
  anotherWay: "Passwords are turned off here. Log in another way.",
  ownersToo: "Owners can also use a passkey",
});
