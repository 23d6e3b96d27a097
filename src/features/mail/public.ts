// The parts of this feature that others can use.

export { LETTER_MARK } from "./compose.ts";
export { forgetLetters } from "./forget-letters.ts";
export { type MailOutage, mailFailingHook, mailWorksAgainHook } from "./hooks.ts";
export {
  canSendMail,
  checkCanSendMail,
  type Excerpt,
  isMailCongested,
  type Letter,
  sendMail,
  waitingLetters,
} from "./mail.ts";
export { newMailedKey } from "./mailed-key.ts";
export { END, lines, mailboxOf, quotedPrintable, unstructured } from "./mime.ts";
export { mailOutage } from "./outage.ts";
export { signatureOf, signed, verified } from "./signed-token.ts";
export { countStrangerLetter } from "./stranger-letters.ts";
export { tryMail } from "./try-mail.ts";
