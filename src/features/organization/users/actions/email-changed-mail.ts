import type { Actor } from "../../../../protocol/actor.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../mail/public.ts";
import { realmSettings } from "../../realm/public.ts";
import type { User } from "../users.ts";

/** Mails the former address of an account about the new one, so that nobody loses an account without noticing. */
export function sendEmailChangedMail(
  realm: Realm,
  user: User,
  { email, by }: { readonly email: string; readonly by: Pick<Actor, "user_id" | "full_name"> },
): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const who = by.user_id === user.id ? "" : `${by.full_name} has seen to it. `;
  sendMail(realm, {
    to: user.delivery_email,
    subject: `Your address for ${name} has changed`,
    paragraphs: [
      `Hello ${user.full_name},`,
      `your account in ${name} belongs to ${email} now. ${who}If this is not what you want, write to an administrator at once.`,
    ],
  });
}
