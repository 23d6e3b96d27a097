import type { Language } from "../../../protocol/language.ts";

/** Notice to owners that a user has requested the erasure of their account. The user is passed as a mention. */
export const requestWords: Readonly<Record<Language, (person: string) => string>> = {
  en: (person) =>
    `${person} asked for their account to be erased. Accept or refuse this in the settings, under People.`,
  de: (person) =>
    `${person} bittet darum, das eigene Konto löschen zu lassen. Nimm das unter „Personen“ in den Einstellungen an oder lehne es ab.`,
  es: (person) => `${person} pide que se borre su cuenta. Acéptalo o recházalo en la configuración, en Personas.`,
  fr: (person) =>
    `${person} demande l’effacement de son compte. Acceptez ou refusez dans les paramètres, sous Personnes.`,
  ja: (person) => `${person} さんがアカウントの消去を希望しています。設定の「メンバー」で承認または却下してください。`,
  ar: (person) => `يطلب ${person} محو حسابه. اقبل الطلب أو ارفضه في الإعدادات، ضمن «الأشخاص».`,
};
