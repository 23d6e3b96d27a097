import type { Actor } from "../../../../protocol/actor.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../mail/public.ts";
import { realmSettings } from "../../realm/public.ts";
import type { User } from "../users.ts";

/** Mails a deactivated user who deactivated their account, with a comment if there is one. */
export function sendDeactivationMail(
  realm: Realm,
  user: User,
  { by, comment }: { readonly by: Pick<Actor, "full_name">; readonly comment: string },
): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  sendMail(realm, {
    to: user.delivery_email,
    subject: `Your account in ${name} has been deactivated`,
    paragraphs: [
      `Hello ${user.full_name},`,
      `${by.full_name} has deactivated your account in ${name} (${realm.url}). You cannot log in there any more.`,
      ...(comment === "" ? [] : [`${by.full_name} writes:`, ...comment.split(/\n\s*\n/)]),
    ],
  });
}
