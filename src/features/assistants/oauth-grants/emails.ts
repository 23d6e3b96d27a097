import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail } from "../../email/email.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { emailTo, readerOf } from "../../organization/organization-settings/email-user.ts";
import type { GrantRow } from "./rows.ts";

const grantEmailWords = words("grantLetters", {
  allowed: {
    subject: "{client} can now write as you in {organization}",
    happened: "Someone, probably you, allowed the assistant {client} to write as you in {organization}.",
  },
  "used again": {
    subject: "{client} lost its access to {organization}",
    happened:
      "Someone used an old token of the assistant {client} in {organization}. The token might have been stolen, so we revoked the assistant's access. You can connect it again.",
  },
  notYou: "If this wasn't you, revoke the assistant's access, change your password, and tell an administrator.",
  review: "Review your assistants",
});

/**
 * Emails a user that an assistant can now write in their name, or that one was revoked because its token was stolen.
 */
export function notifyNewGrant(realm: Realm, { user_id, client_name }: GrantRow, news: "allowed" | "used again"): void {
  const user = findUser(realm, user_id);
  if (user === undefined || !canSendMail(realm)) return;
  emailTo(realm, readerOf(realm, user), grantEmailWords, (words, name) => ({
    subject: words[news].subject(client_name, name),
    paragraphs: [words[news].happened(client_name, `${name} (${realm.url})`), words.notYou],
    link: { label: words.review, url: `${realm.url}/accounts/assistants/` },
  }));
}
