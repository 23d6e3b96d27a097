import { words } from "../../../protocol/words/words.ts";

export const changeEmailWords = words("emailChange", {
  subject: "Confirm your new email address for {organization}",
  wanted: "You asked to change your email address in {organization} ({url}) to {email}. Confirm within 24 hours.",
  given:
    "The email address of your account in {organization} ({url}) is now {email}. Confirm within 7 days that it's yours. Until then, you can't log in or choose a password by email, and emails don't show messages.",
  notYou: "If this wasn't you, you can ignore this email.",
  confirm: "Confirm email address",
});
