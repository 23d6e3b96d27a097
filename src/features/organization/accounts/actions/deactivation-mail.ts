import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../email/email.ts";
import { realmSettings } from "../../organization-settings/realm-settings.ts";
import type { User } from "../accounts.ts";
import { actorName, letterLanguage } from "../letter-language.ts";

const en = {
  subject: (organization: string) => `Your account in ${organization} has been deactivated`,
  greeting: (person: string) => `Hello ${person},`,
  deactivated: (by: string | undefined, organization: string, url: string) =>
    `${actorName("en", by)} deactivated your account in ${organization} (${url}). You can't log in there anymore.`,
  comment: (by: string | undefined) => `${actorName("en", by)} writes:`,
};

const de: typeof en = {
  subject: (organization) => `Dein Konto bei ${organization} wurde deaktiviert`,
  greeting: (person) => `Hallo ${person},`,
  deactivated: (by, organization, url) =>
    `${actorName("de", by)} hat dein Konto bei ${organization} (${url}) deaktiviert. Du kannst dich dort nicht mehr anmelden.`,
  comment: (by) => `${actorName("de", by)} schreibt:`,
};

const es: typeof en = {
  subject: (organization) => `Tu cuenta en ${organization} fue desactivada`,
  greeting: (person) => `Hola, ${person}:`,
  deactivated: (by, organization, url) =>
    `${actorName("es", by)} desactivó tu cuenta en ${organization} (${url}). Ya no puedes iniciar sesión allí.`,
  comment: (by) => `${actorName("es", by)} escribe:`,
};

const fr: typeof en = {
  subject: (organization) => `Votre compte dans ${organization} a été désactivé`,
  greeting: (person) => `Bonjour ${person},`,
  deactivated: (by, organization, url) =>
    `${actorName("fr", by)} a désactivé votre compte dans ${organization} (${url}). Vous ne pouvez plus vous y connecter.`,
  comment: (by) => `${actorName("fr", by)} écrit :`,
};

const ja: typeof en = {
  subject: (organization) => `${organization} のアカウントが無効になりました`,
  greeting: (person) => `${person} さん、こんにちは。`,
  deactivated: (by, organization, url) =>
    `${actorName("ja", by)}が ${organization}（${url}）のあなたのアカウントを無効にしました。今後はログインできません。`,
  comment: (by) => `${actorName("ja", by)}からのコメント：`,
};

const ar: typeof en = {
  subject: (organization) => `تم تعطيل حسابك في ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  deactivated: (by, organization, url) =>
    `عطّل ${actorName("ar", by)} حسابك في ${organization} (${url}). لم يعد بإمكانك تسجيل الدخول هناك.`,
  comment: (by) => `كتب ${actorName("ar", by)}:`,
};

const letterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };

/**
 * Emails a deactivated user about who deactivated their account (undefined is the server's operator), with a comment if
 * there is one.
 */
export function sendDeactivationMail(
  realm: Realm,
  user: User,
  { by, comment = "" }: { readonly by: string | undefined; readonly comment?: string },
): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const words = letterWords[letterLanguage(realm, user)];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [
      words.greeting(user.full_name),
      words.deactivated(by, name, realm.url),
      ...(comment === "" ? [] : [words.comment(by), ...comment.split(/\n\s*\n/)]),
    ],
  });
}
