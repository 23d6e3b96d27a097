import type { Actor } from "../../../protocol/actor.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail } from "../../email/email.ts";
import type { User } from "../accounts/accounts.ts";
import { emailUser } from "../organization-settings/email-user.ts";

const emailWords = words("emailChanged", {
  subject: "Your email address for {organization} was changed",
  changed: "The email address of your account in {organization} is now {email}.",
  by: "{person} changed it.",
  unwanted: "If this wasn't you, tell an administrator now.",
  revertible: "If you don't want this, undo the change within 7 days.",
  undo: "Undo the change",
});

/** Emails the former address of an account about the new one, so that no one loses an account without noticing. */
export function sendEmailChangedMail(
  realm: Realm,
  user: User,
  {
    email,
    by,
    undo,
  }: {
    readonly email: string;
    readonly by: Pick<Actor, "user_id" | "full_name">;
    /** Page for restoring the account's former address. */
    readonly undo?: string | undefined;
  },
): void {
  if (!canSendMail(realm)) return;
  emailUser(realm, user, emailWords, (words, name) => {
    const who = by.user_id === user.id ? [] : [words.by(by.full_name)];
    const changed = [words.changed(name, email), ...who, words.unwanted].join(" ");
    if (undo === undefined) return { paragraphs: [changed] };
    return { paragraphs: [changed, words.revertible], link: { label: words.undo, url: undo } };
  });
}
