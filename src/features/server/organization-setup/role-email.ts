import { Role } from "../../../protocol/roles.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../email/email.ts";
import { greeting } from "../../email/greeting.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../organization/accounts/email.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";

const roleWords = words("roleLetter", {
  subject: "Your role in {organization} was changed",
  changed: "Your server administrator changed your role in {organization} ({url}). You are now {role}.",
  roles: {
    owner: "an owner",
    administrator: "an administrator",
    moderator: "a moderator",
    member: "a member",
    guest: "a guest",
  },
});

const ROLE_NAMES = {
  [Role.owner]: "owner",
  [Role.administrator]: "administrator",
  [Role.moderator]: "moderator",
  [Role.member]: "member",
  [Role.guest]: "guest",
} as const;

export function notifyRole(realm: Realm, user: User, role: Role): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const language = emailLanguage(realm, user);
  const words = roleWords[language];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [greeting(language, user.full_name), words.changed(name, realm.url, words.roles[ROLE_NAMES[role]])],
  });
}
