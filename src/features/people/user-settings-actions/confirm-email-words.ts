import { words } from "../../../protocol/words/words.ts";

export const confirmEmailWords = words("confirmEmail", {
  title: "New email address",
  question: "Change your email address to {email}?",
  confirm: "Confirm",
  done: "Your email address is now {email}. Use it from the next time you log in.",
  goOn: "Continue",
});
