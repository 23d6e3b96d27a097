// What other features may use of this one.
export { canSendMail, checkCanSendMail, sendMail } from "./mail.ts";
export { newMailedKey } from "./mailed-key.ts";
export { countStrangerLetter } from "./stranger-letters.ts";
