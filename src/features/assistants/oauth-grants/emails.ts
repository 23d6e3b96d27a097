import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../email/email.ts";
import { greeting } from "../../email/greeting.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
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
  const { name } = realmSettings(realm);
  const language = emailLanguage(realm, user);
  const words = grantEmailWords[language];
  const { subject, happened } = words[news];
  sendMail(realm, {
    to: user.delivery_email,
    subject: subject(client_name, name),
    paragraphs: [greeting(language, user.full_name), happened(client_name, `${name} (${realm.url})`), words.notYou],
    link: { label: words.review, url: `${realm.url}/accounts/assistants/` },
  });
}
