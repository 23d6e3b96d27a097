import { words } from "../../../protocol/words/words.ts";

export const joinWords = words("join", {
  title: "Join {organization}",
  invitation: "Invitation",
  greeting: "{inviter} invited you to join {organization}.",
  sayAddress: "Enter your email address and we'll send you a link to continue.",
  makeAccount: "Create an account to join.",
  email: "Email",
  fullName: "Your name",
  fullNameHint: "This is how others will see you. You can change it later.",
  password: "Password",
  sendLetter: "Email me a link",
  join: "Join {organization}",
  onItsWay: "Check your email",
  letterSent: "We sent an email to {email}. The link in it works for 24 hours.",
  loggedInAlready: "You're already logged in to {organization}.",
  goOn: "Go to {organization}",
  haveAccount: "I already have an account",
  toFirstPage: "Go to the home page",
  joinWith: "Join with {service}",
  or: "or",
});
