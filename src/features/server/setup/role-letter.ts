import type { Language } from "../../../protocol/language.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../mail/public.ts";
import { realmSettings } from "../../organization/realm/public.ts";
import { letterLanguage, type User } from "../../organization/users/public.ts";

const en = {
  subject: (organization: string) => `Your role in ${organization} was changed`,
  greeting: (person: string) => `Hello ${person},`,
  changed: (role: string, organization: string, url: string) =>
    `Your server administrator changed your role in ${organization} (${url}). You are now ${role}.`,
  roles: {
    [Role.owner]: "an owner",
    [Role.administrator]: "an administrator",
    [Role.moderator]: "a moderator",
    [Role.member]: "a member",
    [Role.guest]: "a guest",
  },
};

const de: typeof en = {
  subject: (organization) => `Deine Rolle bei ${organization} wurde geändert`,
  greeting: (person) => `Hallo ${person},`,
  changed: (role, organization, url) =>
    `die Serveradministration hat deine Rolle bei ${organization} (${url}) geändert. Sie ist jetzt: ${role}.`,
  roles: {
    [Role.owner]: "Besitzer",
    [Role.administrator]: "Administration",
    [Role.moderator]: "Moderation",
    [Role.member]: "Mitglied",
    [Role.guest]: "Gast",
  },
};

const roleWords: Readonly<Record<Language, typeof en>> = { en, de };

/** Mails a person that the server's operator gave them another role. */
export function tellOfRole(realm: Realm, user: User, role: Role): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const words = roleWords[letterLanguage(realm, user)];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [words.greeting(user.full_name), words.changed(words.roles[role], name, realm.url)],
  });
}
