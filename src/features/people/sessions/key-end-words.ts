import type { Language } from "../../../protocol/language.ts";

const en = {
  subject: (bot: string, organization: string) => `The API key of your bot ${bot} in ${organization} expires soon`,
  greeting: (person: string) => `Hello ${person},`,
  ends: (bot: string, organization: string, at: string) =>
    `An API key of your bot ${bot} in ${organization} expires on ${at}. Programs that use it will stop working then.`,
  renew: "Create a new key before then, and update these programs.",
  bots: "Open your bots",
};

const de: typeof en = {
  subject: (bot, organization) => `Der API-Schlüssel deines Bots ${bot} bei ${organization} läuft bald ab`,
  greeting: (person) => `Hallo ${person},`,
  ends: (bot, organization, at) =>
    `ein API-Schlüssel deines Bots ${bot} bei ${organization} läuft ab: ${at}. Danach können sich Programme nicht mehr mit ihm anmelden.`,
  renew: "Erstelle vorher einen neuen Schlüssel und trage ihn in diesen Programmen ein.",
  bots: "Bots öffnen",
};

const es: typeof en = {
  subject: (bot, organization) => `La clave de API de tu bot ${bot} en ${organization} caduca pronto`,
  greeting: (person) => `Hola, ${person}:`,
  ends: (bot, organization, at) =>
    `Una clave de API de tu bot ${bot} en ${organization} caduca: ${at}. Después, los programas que la usan ya no podrán iniciar sesión.`,
  renew: "Crea antes una clave nueva y ponla en esos programas.",
  bots: "Abrir tus bots",
};

const fr: typeof en = {
  subject: (bot, organization) => `La clé API de votre bot ${bot} sur ${organization} expire bientôt`,
  greeting: (person) => `Bonjour ${person},`,
  ends: (bot, organization, at) =>
    `Une clé API de votre bot ${bot} sur ${organization} expire : ${at}. Ensuite, les programmes qui l’utilisent ne pourront plus se connecter.`,
  renew: "Créez avant cela une nouvelle clé et donnez-la à ces programmes.",
  bots: "Ouvrir vos bots",
};

const ja: typeof en = {
  subject: (bot, organization) => `${organization} のボット ${bot} の API キーがまもなく期限切れになります`,
  greeting: (person) => `${person} さん、こんにちは。`,
  ends: (bot, organization, at) =>
    `${organization} のあなたのボット ${bot} の API キーは ${at} に期限切れになります。以後、このキーを使うプログラムはログインできません。`,
  renew: "それまでに新しいキーを作成し、これらのプログラムに設定してください。",
  bots: "ボットを開く",
};

const ar: typeof en = {
  subject: (bot, organization) => `ينتهي قريبًا مفتاح API للبوت ${bot} في ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  ends: (bot, organization, at) =>
    `ينتهي مفتاح API للبوت ${bot} الخاص بك في ${organization}: ${at}. بعد ذلك لن تتمكن البرامج التي تستخدمه من تسجيل الدخول.`,
  renew: "أنشئ مفتاحًا جديدًا قبل ذلك وضعه في هذه البرامج.",
  bots: "فتح البوتات",
};

export const keyEndWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
