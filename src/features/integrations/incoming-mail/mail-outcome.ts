/** The answer to whoever delivers a mail, in the codes of RFC 3463. */
export type MailOutcome =
  /** Also where no message is made of it, because it has come before, or a program would answer itself. */
  | { readonly kind: "taken"; readonly outcome: "posted" | "repeated" | "told" | "dropped" }
  /** For good: the sender is told. */
  | { readonly kind: "refused"; readonly code: "5.1.1" | "5.3.4" | "5.6.0" | "5.7.1"; readonly text: string }
  /** For now: the mail is to be delivered again. */
  | { readonly kind: "later"; readonly text: string };

export const noMailbox = (): MailOutcome => ({
  kind: "refused",
  code: "5.1.1",
  text: "Bad destination mailbox address",
});
export const tooLargeMail = (): MailOutcome => ({ kind: "refused", code: "5.3.4", text: "Message too big" });
export const unreadable = (text: string): MailOutcome => ({ kind: "refused", code: "5.6.0", text });
