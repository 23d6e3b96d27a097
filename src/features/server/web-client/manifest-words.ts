import type { Language } from "../../../protocol/language.ts";

interface Words {
  readonly about: (organization: string) => string;
  readonly inbox: string;
  readonly recent: string;
  readonly mentions: string;
}

export const manifestWords: Readonly<Record<Language, Words>> = {
  en: {
    about: (organization) => `Messages and calls in ${organization}`,
    inbox: "Inbox",
    recent: "Recent conversations",
    mentions: "Mentions",
  },
  de: {
    about: (organization) => `Nachrichten und Anrufe in ${organization}`,
    inbox: "Eingang",
    recent: "Letzte Unterhaltungen",
    mentions: "Erwähnungen",
  },
  es: {
    about: (organization) => `Mensajes y llamadas en ${organization}`,
    inbox: "Bandeja de entrada",
    recent: "Conversaciones recientes",
    mentions: "Menciones",
  },
  fr: {
    about: (organization) => `Messages et appels dans ${organization}`,
    inbox: "Boîte de réception",
    recent: "Conversations récentes",
    mentions: "Mentions",
  },
  ja: {
    about: (organization) => `${organization} のメッセージと通話`,
    inbox: "受信トレイ",
    recent: "最近の会話",
    mentions: "メンション",
  },
  ar: {
    about: (organization) => `الرسائل والمكالمات في \u2068${organization}\u2069`,
    inbox: "الوارد",
    recent: "المحادثات الأخيرة",
    mentions: "الإشارات",
  },
};
