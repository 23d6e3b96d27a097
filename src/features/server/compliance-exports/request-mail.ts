import type { Language } from "../../../protocol/language.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../email/email.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { letterLanguage } from "../../organization/accounts/letter-language.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";

const en = {
  subject: (organization: string) => `A compliance export of ${organization} was requested`,
  greeting: (person: string) => `Hello ${person},`,
  asked: (by: string, organization: string) => `${by} requested a compliance export of messages of ${organization}.`,
  look: "Owners see all compliance exports in the organization’s settings, where they can also delete them.",
};

const de: typeof en = {
  subject: (organization) => `Compliance-Export von ${organization} angefordert`,
  greeting: (person) => `Hallo ${person},`,
  asked: (by, organization) => `${by} hat einen Compliance-Export von Nachrichten aus ${organization} angefordert.`,
  look: "Wem die Organisation gehört, sieht in ihren Einstellungen alle Compliance-Exporte und kann sie dort auch löschen.",
};

const es: typeof en = {
  subject: (organization) => `Se ha solicitado una exportación de cumplimiento de ${organization}`,
  greeting: (person) => `Hola, ${person}:`,
  asked: (by, organization) => `${by} ha solicitado una exportación de cumplimiento de mensajes de ${organization}.`,
  look: "Las personas titulares ven todas las exportaciones de cumplimiento en los ajustes de la organización, y allí también pueden eliminarlas.",
};

const fr: typeof en = {
  subject: (organization) => `Un export de conformité de ${organization} a été demandé`,
  greeting: (person) => `Bonjour ${person},`,
  asked: (by, organization) => `${by} a demandé un export de conformité de messages de ${organization}.`,
  look: "Les propriétaires voient tous les exports de conformité dans les paramètres de l’organisation, où ils peuvent aussi les supprimer.",
};

const ja: typeof en = {
  subject: (organization) => `${organization} のコンプライアンスエクスポートが要求されました`,
  greeting: (person) => `${person} さん、こんにちは。`,
  asked: (by, organization) =>
    `${by} さんが ${organization} のメッセージのコンプライアンスエクスポートを要求しました。`,
  look: "オーナーは組織の設定ですべてのコンプライアンスエクスポートを確認し、削除することもできます。",
};

const ar: typeof en = {
  subject: (organization) => `طُلب تصدير امتثال من ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  asked: (by, organization) => `طلب ${by} تصدير امتثال لرسائل من ${organization}.`,
  look: "يرى المالكون جميع عمليات تصدير الامتثال في إعدادات المؤسسة، ويمكنهم حذفها هناك أيضًا.",
};

const letterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };

/** Emails users that an export was requested, so that they notice without having to open Parley. */
export function sendRequestMails(realm: Realm, people: readonly User[], by: string): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  for (const person of people) {
    const words = letterWords[letterLanguage(realm, person)];
    sendMail(realm, {
      to: person.delivery_email,
      subject: words.subject(name),
      paragraphs: [words.greeting(person.full_name), words.asked(by, name), words.look],
    });
  }
}
