/** The response to the delivering server, with the codes of RFC 3463. */
export type MailOutcome =
  /** Accepted, even if no message was created because the email is a duplicate or automatic. */
  | { readonly kind: "taken"; readonly outcome: "posted" | "repeated" | "told" | "dropped" }
  /** Refused permanently. The sender gets a bounce. */
  | { readonly kind: "refused"; readonly code: "5.1.1" | "5.3.4" | "5.6.0" | "5.7.1"; readonly text: string }
  /** Refused temporarily. The email should be delivered again. */
  | { readonly kind: "later"; readonly text: string };

export const noMailbox = (): MailOutcome => ({
  kind: "refused",
  code: "5.1.1",
  text: "Bad destination mailbox address",
});
export const tooLargeMail = (): MailOutcome => ({ kind: "refused", code: "5.3.4", text: "Message too big" });
export const unreadable = (text: string): MailOutcome => ({ kind: "refused", code: "5.6.0", text });
