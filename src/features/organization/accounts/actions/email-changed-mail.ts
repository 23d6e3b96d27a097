import type { Actor } from "../../../../protocol/actor.ts";
import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../email/email.ts";
import { realmSettings } from "../../organization-settings/realm-settings.ts";
import type { User } from "../accounts.ts";
import { letterLanguage } from "../letter-language.ts";

const en = {
  subject: (organization: string) => `Your email address for ${organization} was changed`,
  greeting: (person: string) => `Hello ${person},`,
  changed: (organization: string, email: string) =>
    `The email address of your account in ${organization} is now ${email}.`,
  by: (person: string) => `${person} changed it.`,
  unwanted: "If this wasn't you, tell an administrator now.",
  revertible: "If you don't want this, undo the change within 7 days.",
  undo: "Undo the change",
};

const de: typeof en = {
  subject: (organization) => `Deine E-Mail-Adresse für ${organization} wurde geändert`,
  greeting: (person) => `Hallo ${person},`,
  changed: (organization, email) => `die E-Mail-Adresse deines Kontos bei ${organization} ist jetzt ${email}.`,
  by: (person) => `${person} hat sie geändert.`,
  unwanted: "Wenn du das nicht warst, sag jetzt der Administration Bescheid.",
  revertible: "Wenn du das nicht möchtest, mach die Änderung innerhalb von 7 Tagen rückgängig.",
  undo: "Änderung rückgängig machen",
};

const es: typeof en = {
  subject: (organization) => `Tu correo electrónico de ${organization} ha cambiado`,
  greeting: (person) => `Hola, ${person}:`,
  changed: (organization, email) => `El correo electrónico de tu cuenta en ${organization} ahora es ${email}.`,
  by: (person) => `Lo cambió ${person}.`,
  unwanted: "Si no fuiste tú, avisa ahora a la administración.",
  revertible: "Si no quieres esto, deshaz el cambio en un plazo de 7 días.",
  undo: "Deshacer el cambio",
};

const fr: typeof en = {
  subject: (organization) => `Votre adresse e-mail pour ${organization} a changé`,
  greeting: (person) => `Bonjour ${person},`,
  changed: (organization, email) => `L’adresse e-mail de votre compte dans ${organization} est maintenant ${email}.`,
  by: (person) => `Modifiée par ${person}.`,
  unwanted: "Si ce n’était pas vous, prévenez l’administration maintenant.",
  revertible: "Si vous ne le souhaitez pas, annulez la modification dans les 7 jours.",
  undo: "Annuler la modification",
};

const ja: typeof en = {
  subject: (organization) => `${organization} のメールアドレスが変更されました`,
  greeting: (person) => `${person} さん、こんにちは。`,
  changed: (organization, email) => `${organization} のアカウントのメールアドレスは ${email} になりました。`,
  by: (person) => `${person} さんが変更しました。`,
  unwanted: "心当たりがない場合は、今すぐ管理者に知らせてください。",
  revertible: "この変更を望まない場合は、7 日以内に元に戻してください。",
  undo: "変更を元に戻す",
};

const ar: typeof en = {
  subject: (organization) => `تغيّر بريدك الإلكتروني في ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  changed: (organization, email) => `البريد الإلكتروني لحسابك في ${organization} هو الآن ${email}.`,
  by: (person) => `غيّره ${person}.`,
  unwanted: "إذا لم تكن أنت، فأخبر الإدارة الآن.",
  revertible: "إذا كنت لا تريد ذلك، فتراجع عن التغيير خلال 7 أيام.",
  undo: "التراجع عن التغيير",
};

const letterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };

/** Emails the former address of an account about the new one, so that nobody loses an account without noticing. */
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
  const { name } = realmSettings(realm);
  const words = letterWords[letterLanguage(realm, user)];
  const who = by.user_id === user.id ? [] : [words.by(by.full_name)];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [
      words.greeting(user.full_name),
      [words.changed(name, email), ...who, words.unwanted].join(" "),
      ...(undo === undefined ? [] : [words.revertible]),
    ],
    ...(undo !== undefined && { link: { label: words.undo, url: undo } }),
  });
}
