import { words } from "../../../protocol/words/words.ts";

export const resetWords = words("passwordReset", {
  forgotten: "Forgot your password?",
  sayAddress: "Enter your email address and we'll send you a link to reset your password.",
  email: "Email",
  send: "Send reset link",
  toLogin: "Back to login",
  onItsWay: "Check your email",
  letterSent: "If {email} has an account here, we've sent it an email. The link in it works for an hour.",
  nothingCame:
    "Didn't get it? Check your spam folder or try another address. We send each address at most two emails an hour.",
  noMail:
    "This server can't send email, so it can't send a reset link. Ask an administrator for one: they can create it under “People” in the settings.",
  noAdministrator: "If you're the only owner, your server administrator can create the link: {command}.",
  choose: "Choose a new password",
  password: "New password",
  endKeys: "Also log me out of apps and scripts",
  endKeysHint: "Browsers are always logged out. Keep this on if someone else might know the old password.",
  save: "Save and log in",
  anotherLink: "Send me another link",
});
