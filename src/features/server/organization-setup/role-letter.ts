import type { Language } from "../../../protocol/language.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../email/email.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { letterLanguage } from "../../organization/accounts/letter-language.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";

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

const es: typeof en = {
  subject: (organization) => `Tu rol en ${organization} ha cambiado`,
  greeting: (person) => `Hola, ${person}:`,
  changed: (role, organization, url) =>
    `La administración del servidor cambió tu rol en ${organization} (${url}). Ahora es: ${role}.`,
  roles: {
    [Role.owner]: "propietario",
    [Role.administrator]: "administrador",
    [Role.moderator]: "moderador",
    [Role.member]: "miembro",
    [Role.guest]: "invitado",
  },
};

const fr: typeof en = {
  subject: (organization) => `Votre rôle dans ${organization} a changé`,
  greeting: (person) => `Bonjour ${person},`,
  changed: (role, organization, url) =>
    `L’administration du serveur a modifié votre rôle dans ${organization} (${url}). Il est maintenant : ${role}.`,
  roles: {
    [Role.owner]: "propriétaire",
    [Role.administrator]: "administrateur",
    [Role.moderator]: "modérateur",
    [Role.member]: "membre",
    [Role.guest]: "invité",
  },
};

const ja: typeof en = {
  subject: (organization) => `${organization} での権限が変更されました`,
  greeting: (person) => `${person} さん、こんにちは。`,
  changed: (role, organization, url) =>
    `サーバー管理者が ${organization}（${url}）でのあなたの権限を変更しました。新しい権限：${role}。`,
  roles: {
    [Role.owner]: "オーナー",
    [Role.administrator]: "管理者",
    [Role.moderator]: "モデレーター",
    [Role.member]: "メンバー",
    [Role.guest]: "ゲスト",
  },
};

const ar: typeof en = {
  subject: (organization) => `تغيّر دورك في ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  changed: (role, organization, url) => `غيّر مدير الخادم دورك في ${organization} (${url}). دورك الآن: ${role}.`,
  roles: {
    [Role.owner]: "مالك",
    [Role.administrator]: "مدير",
    [Role.moderator]: "مشرف",
    [Role.member]: "عضو",
    [Role.guest]: "ضيف",
  },
};

const roleWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };

export function notifyRole(realm: Realm, user: User, role: Role): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const words = roleWords[letterLanguage(realm, user)];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [words.greeting(user.full_name), words.changed(words.roles[role], name, realm.url)],
  });
}
