import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../mail/public.ts";
import { realmSettings } from "../../realm/public.ts";
import { letterLanguage } from "../letter-language.ts";
import type { User } from "../users.ts";

const en = {
  subject: (organization: string) => `Your account in ${organization} has been deactivated`,
  greeting: (person: string) => `Hello ${person},`,
  deactivated: (by: string | undefined, organization: string, url: string) =>
    `${by ?? "Your server administrator"} deactivated your account in ${organization} (${url}). You can't log in there anymore.`,
  comment: (by: string | undefined) => `${by ?? "Your server administrator"} writes:`,
};

const de: typeof en = {
  subject: (organization) => `Dein Konto bei ${organization} wurde deaktiviert`,
  greeting: (person) => `Hallo ${person},`,
  deactivated: (by, organization, url) =>
    `${by ?? "Die Serveradministration"} hat dein Konto bei ${organization} (${url}) deaktiviert. Du kannst dich dort nicht mehr anmelden.`,
  comment: (by) => `${by ?? "Die Serveradministration"} schreibt:`,
};

const es: typeof en = {
  subject: (organization) => `Tu cuenta en ${organization} fue desactivada`,
  greeting: (person) => `Hola, ${person}:`,
  deactivated: (by, organization, url) =>
    `${by ?? "La administración del servidor"} desactivó tu cuenta en ${organization} (${url}). Ya no puedes iniciar sesión allí.`,
  comment: (by) => `${by ?? "La administración del servidor"} escribe:`,
};

const fr: typeof en = {
  subject: (organization) => `Votre compte dans ${organization} a été désactivé`,
  greeting: (person) => `Bonjour ${person},`,
  deactivated: (by, organization, url) =>
    `${by ?? "L’administration du serveur"} a désactivé votre compte dans ${organization} (${url}). Vous ne pouvez plus vous y connecter.`,
  comment: (by) => `${by ?? "L’administration du serveur"} écrit :`,
};

const ja: typeof en = {
  subject: (organization) => `${organization} のアカウントが無効になりました`,
  greeting: (person) => `${person} さん、こんにちは。`,
  deactivated: (by, organization, url) =>
    `${by === undefined ? "サーバー管理者" : `${by} さん`}が ${organization}（${url}）のあなたのアカウントを無効にしました。今後はログインできません。`,
  comment: (by) => `${by === undefined ? "サーバー管理者" : `${by} さん`}からのコメント：`,
};

const ar: typeof en = {
  subject: (organization) => `تم تعطيل حسابك في ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  deactivated: (by, organization, url) =>
    `عطّل ${by ?? "مدير الخادم"} حسابك في ${organization} (${url}). لم يعد بإمكانك تسجيل الدخول هناك.`,
  comment: (by) => `كتب ${by ?? "مدير الخادم"}:`,
};

const letterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };

/** Mails a deactivated user who deactivated their account (undefined is the server's operator), with a comment if there is one. */
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
