import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { json, optional } from "../../../../api/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../email/email.ts";
import { listActiveOwners } from "../../accounts/accounts.ts";
import { actorName, letterLanguage } from "../../accounts/letter-language.ts";
import { deactivateOrganization } from "../closing.ts";
import { realmSettings } from "../realm-settings.ts";

export const deactivateRealmEndpoint = action({
  route: "POST /realm/deactivate",
  by: "owner",
  params: {
    deletion_delay_days: optional(json(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))), null),
  },
  reply: {},
  run({ realm, actor, params: { deletion_delay_days } }) {
    if (deletion_delay_days !== null) {
      throw badRequest("This server keeps an organization's data: it can't delete it later.");
    }
    closeOrganization(realm, actor.full_name);
    return {};
  },
});

/** Deactivates the organization, for one of its owners or the server's operator (undefined). */
export function closeOrganization(realm: Realm, by: string | undefined): void {
  deactivateOrganization(realm);
  sendOwnerMails(realm, by);
}

/** Emails each owner about who deactivated the organization, so that none loses it without noticing. */
function sendOwnerMails(realm: Realm, by: string | undefined): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  for (const owner of listActiveOwners(realm)) {
    const words = letterWords[letterLanguage(realm, owner)];
    sendMail(realm, {
      to: owner.delivery_email,
      subject: words.subject(name),
      paragraphs: [words.hello, words.deactivated(by, name, realm.url), words.kept],
    });
  }
}

const en = {
  hello: "Hello,",
  subject: (organization: string) => `${organization} has been deactivated`,
  deactivated: (by: string | undefined, organization: string, url: string) =>
    `${actorName("en", by)} deactivated ${organization} (${url}), of which you are an owner. No one can use it anymore.`,
  kept: "Its data is kept. Your server administrator can reactivate it.",
};

const de: typeof en = {
  hello: "Hallo,",
  subject: (organization) => `${organization} wurde deaktiviert`,
  deactivated: (by, organization, url) =>
    `${actorName("de", by)} hat ${organization} (${url}) deaktiviert. Die Organisation gehört auch dir. Niemand kann sie mehr benutzen.`,
  kept: "Ihre Daten bleiben erhalten. Die Serveradministration kann sie reaktivieren.",
};

const es: typeof en = {
  hello: "Hola:",
  subject: (organization) => `${organization} fue desactivada`,
  deactivated: (by, organization, url) =>
    `${actorName("es", by)} desactivó ${organization} (${url}), una organización de tu propiedad. Ya nadie puede usarla.`,
  kept: "Se conservan sus datos. La administración del servidor puede reactivarla.",
};

const fr: typeof en = {
  hello: "Bonjour,",
  subject: (organization) => `${organization} a été désactivée`,
  deactivated: (by, organization, url) =>
    `${actorName("fr", by)} a désactivé ${organization} (${url}), dont vous êtes propriétaire. Personne ne peut plus l’utiliser.`,
  kept: "Ses données sont conservées. L’administration du serveur peut la réactiver.",
};

const ja: typeof en = {
  hello: "こんにちは。",
  subject: (organization) => `${organization} が無効になりました`,
  deactivated: (by, organization, url) =>
    `${actorName("ja", by)}が、あなたがオーナーである ${organization}（${url}）を無効にしました。今後は誰も使用できません。`,
  kept: "データは保管されています。サーバー管理者が再び有効にできます。",
};

const ar: typeof en = {
  hello: "مرحبًا،",
  subject: (organization) => `تم تعطيل ${organization}`,
  deactivated: (by, organization, url) =>
    `عطّل ${actorName("ar", by)} المؤسسة ${organization} (${url}) التي أنت مالك فيها. لا يمكن لأحد استخدامها بعد الآن.`,
  kept: "بياناتها محفوظة. يمكن لمدير الخادم إعادة تفعيلها.",
};

const letterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
