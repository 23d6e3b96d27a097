import { words } from "../../../protocol/words/words.ts";

export const emailWords = words("passwordLetters", {
  subject: "Reset your password for {organization}",
  wanted: "Someone, probably you, asked to reset your password for {organization} ({url}). The link works for an hour.",
  notYou: "If it wasn't you, you can ignore this email. Your password won't change.",
  choose: "Reset password",
  wantedDeactivated:
    "Someone, probably you, asked to reset your password for {organization} ({url}). Your account is deactivated. An administrator can reactivate it.",
  wantedUnknown:
    "Someone, probably you, asked to reset a password for {organization} ({url}). No account there has this email address.",
  otherAddress: "If you have an account, try your other email addresses. If it wasn't you, you can ignore this email.",
});
