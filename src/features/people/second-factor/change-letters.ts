import type { Realm } from "../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../mail/public.ts";
import { realmSettings } from "../../organization/realm/public.ts";
import { letterLanguage, type User } from "../../organization/users/public.ts";
import { changeWords, type LoginChange } from "./change-words.ts";

/** Mails the owner of an account about a change in how they log in, so that nobody else makes one unnoticed. */
export function tellOfLoginChange(realm: Realm, user: User, change: LoginChange): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const words = changeWords[letterLanguage(realm, user)];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [
      words.greeting(user.full_name),
      words.happened(name, realm.url),
      words.what(change),
      change.kind === "reset" ? words.setUpAnew : words.notYou,
    ],
  });
}
