import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../email/email.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { letterLanguage } from "../../../organization/accounts/letter-language.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";

const en = {
  subject: (organization: string) => `You are still the owner of ${organization}`,
  greeting: (person: string) => `Hello ${person},`,
  tried: (directory: string, organization: string) =>
    `The directory “${directory}” tried to deactivate your account in ${organization}, or to take your role away.`,
  refused: "This didn't happen, because you are the last owner. Make someone else an owner first.",
};

const de: typeof en = {
  subject: (organization) => `Du hast ${organization} weiterhin inne`,
  greeting: (person) => `Hallo ${person},`,
  tried: (directory, organization) =>
    `das Verzeichnis „${directory}“ wollte dein Konto bei ${organization} deaktivieren oder dir deine Rolle nehmen.`,
  refused:
    "Das ist nicht geschehen, weil niemand sonst die Organisation innehat. Gib diese Rolle zuerst jemand anderem.",
};

const es: typeof en = {
  subject: (organization) => `Sigues siendo titular de ${organization}`,
  greeting: (person) => `Hola, ${person}:`,
  tried: (directory, organization) =>
    `El directorio «${directory}» intentó desactivar tu cuenta en ${organization} o quitarte tu rol.`,
  refused: "No ocurrió, porque no hay nadie más con el rol de titular. Dáselo antes a otra persona.",
};

const fr: typeof en = {
  subject: (organization) => `Vous êtes toujours propriétaire de ${organization}`,
  greeting: (person) => `Bonjour ${person},`,
  tried: (directory, organization) =>
    `L’annuaire « ${directory} » a voulu désactiver votre compte dans ${organization}, ou vous retirer votre rôle.`,
  refused: "Cela n’a pas eu lieu, car personne d’autre n’est propriétaire. Donnez d’abord ce rôle à quelqu’un d’autre.",
};

const ja: typeof en = {
  subject: (organization) => `あなたは引き続き ${organization} のオーナーです`,
  greeting: (person) => `${person} さん、こんにちは。`,
  tried: (directory, organization) =>
    `ディレクトリ「${directory}」が、${organization} のあなたのアカウントを無効にするか、役割を外そうとしました。`,
  refused: "ほかにオーナーがいないため、実行されませんでした。先に別の人をオーナーにしてください。",
};

const ar: typeof en = {
  subject: (organization) => `ما زلت مالك ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  tried: (directory, organization) => `حاول الدليل «${directory}» تعطيل حسابك في ${organization} أو سحب دورك.`,
  refused: "لم يحدث ذلك لأنك المالك الأخير. عيّن شخصًا آخر مالكًا أولًا.",
};

const letterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };

/** Emails the last owner that a directory tried to remove them. */
export function sendLastOwnerMail(realm: Realm, user: User, directory: string): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  const words = letterWords[letterLanguage(realm, user)];
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs: [words.greeting(user.full_name), words.tried(directory, name), words.refused],
  });
}
