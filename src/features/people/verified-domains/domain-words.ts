import type { Language } from "../../../protocol/language.ts";

const en = {
  missing: (domain: string, record: string, end: string) =>
    `The DNS record that verifies the domain ${domain} is missing: ${record}. Add it again by ${end}. Otherwise the domain ` +
    "will no longer be used for your login service.",
  ended: (domain: string) =>
    `The domain ${domain} is no longer verified, so your login service doesn't use it anymore. You can verify it again in the ` +
    "settings, under Login services.",
};

export type DomainWords = typeof en;

const de: DomainWords = {
  missing: (domain, record, end) =>
    `Der DNS-Eintrag, der die Domain ${domain} bestätigt, fehlt: ${record}. Setz ihn bis ${end} wieder. Sonst führt die Domain ` +
    "nicht mehr zu eurem Anmeldedienst.",
  ended: (domain) =>
    `Die Domain ${domain} ist nicht mehr bestätigt und führt nicht mehr zu eurem Anmeldedienst. In den Einstellungen unter ` +
    "„Anmeldedienste“ könnt ihr sie wieder bestätigen.",
};

const es: DomainWords = {
  missing: (domain, record, end) =>
    `Falta el registro DNS que verifica el dominio ${domain}: ${record}. Vuelve a añadirlo antes del ${end}. Si no, el dominio ` +
    "dejará de llevar a vuestro servicio de acceso.",
  ended: (domain) =>
    `El dominio ${domain} ya no está verificado y no lleva a vuestro servicio de acceso. Puedes verificarlo de nuevo ` +
    "en la configuración, en Servicios de acceso.",
};

const fr: DomainWords = {
  missing: (domain, record, end) =>
    `L’enregistrement DNS qui vérifie le domaine ${domain} est introuvable : ${record}. Rétablissez-le avant le ${end}, sinon le ` +
    "domaine ne mènera plus à votre service de connexion.",
  ended: (domain) =>
    `Le domaine ${domain} n’est plus vérifié et ne mène plus à votre service de connexion. Vous pouvez le vérifier à nouveau ` +
    "dans les paramètres, sous Services de connexion.",
};

const ja: DomainWords = {
  missing: (domain, record, end) =>
    `ドメイン ${domain} を確認する DNS レコードが見つかりません: ${record}。${end} までにもう一度追加してください。` +
    "追加しないと、このドメインからログインサービスに進めなくなります。",
  ended: (domain) =>
    `ドメイン ${domain} は確認済みではなくなり、ログインサービスに進めなくなりました。設定の「ログインサービス」でもう一度確認できます。`,
};

const ar: DomainWords = {
  missing: (domain, record, end) =>
    `سجل DNS الذي يثبت ملكية النطاق ${domain} غير موجود: ${record}. أعِد إضافته قبل ${end}، وإلا فلن يقود النطاق إلى خدمة ` +
    "تسجيل الدخول لديكم.",
  ended: (domain) =>
    `لم يعد النطاق ${domain} موثّقًا ولم يعد يقود إلى خدمة تسجيل الدخول لديكم. يمكنك توثيقه مجددًا في الإعدادات ضمن «خدمات تسجيل الدخول».`,
};

export const domainWords: Readonly<Record<Language, DomainWords>> = { en, de, es, fr, ja, ar };
