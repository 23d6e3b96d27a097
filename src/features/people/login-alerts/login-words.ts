import type { Language } from "../../../protocol/language.ts";

const en = {
  subject: (organization: string, program: string) => `New login to ${organization} from ${program}`,
  greeting: (person: string) => `Hello ${person},`,
  happened: (organization: string, url: string) => `Someone, probably you, just logged in to ${organization} (${url}):`,
  how: (program: string, address: string, at: string) => `${program}, from the network address ${address}, ${at}`,
  notYou:
    "If this wasn't you, change your password now, log that device out in your settings, and tell an administrator.",
  devices: "Review your devices",
  why: "We send this email for each new login.",
  stop: "Unsubscribe",
};

const de: typeof en = {
  subject: (organization, program) => `Neue Anmeldung bei ${organization} mit ${program}`,
  greeting: (person) => `Hallo ${person},`,
  happened: (organization, url) => `jemand, vermutlich du, hat sich bei ${organization} (${url}) angemeldet:`,
  how: (program, address, at) => `${program}, von der Netzwerkadresse ${address}, ${at}`,
  notYou:
    "Wenn du das nicht warst, ändere jetzt dein Passwort, melde das Gerät in deinen Einstellungen ab und sag der Administration Bescheid.",
  devices: "Geräte prüfen",
  why: "Diese E-Mail senden wir bei jeder neuen Anmeldung.",
  stop: "Abbestellen",
};

const es: typeof en = {
  subject: (organization, program) => `Nuevo inicio de sesión en ${organization} desde ${program}`,
  greeting: (person) => `Hola, ${person}:`,
  happened: (organization, url) => `Alguien, probablemente tú, acaba de iniciar sesión en ${organization} (${url}):`,
  how: (program, address, at) => `${program}, desde la dirección de red ${address}, ${at}`,
  notYou:
    "Si no fuiste tú, cambia tu contraseña ahora, cierra la sesión de ese dispositivo en tus ajustes y avisa a la administración.",
  devices: "Revisar tus dispositivos",
  why: "Enviamos este correo electrónico en cada nuevo inicio de sesión.",
  stop: "Cancelar suscripción",
};

const fr: typeof en = {
  subject: (organization, program) => `Nouvelle connexion à ${organization} depuis ${program}`,
  greeting: (person) => `Bonjour ${person},`,
  happened: (organization, url) => `Quelqu’un, probablement vous, vient de se connecter à ${organization} (${url}) :`,
  how: (program, address, at) => `${program}, depuis l’adresse réseau ${address}, ${at}`,
  notYou:
    "Si ce n’était pas vous, changez votre mot de passe maintenant, déconnectez cet appareil dans vos paramètres et prévenez l’administration.",
  devices: "Vérifier vos appareils",
  why: "Nous envoyons cet e-mail à chaque nouvelle connexion.",
  stop: "Se désabonner",
};

const ja: typeof en = {
  subject: (organization, program) => `${organization} への新しいログイン（${program}）`,
  greeting: (person) => `${person} さん、こんにちは。`,
  happened: (organization, url) => `${organization}（${url}）へのログインがありました：`,
  how: (program, address, at) => `${program}、ネットワークアドレス ${address}、${at}`,
  notYou:
    "心当たりがない場合は、今すぐパスワードを変更し、設定でそのデバイスをログアウトさせて、管理者に知らせてください。",
  devices: "デバイスを確認",
  why: "このメールは新しいログインのたびに送信されます。",
  stop: "配信停止",
};

const ar: typeof en = {
  subject: (organization, program) => `تسجيل دخول جديد إلى ${organization} من ${program}`,
  greeting: (person) => `مرحبًا ${person}،`,
  happened: (organization, url) => `سجّل شخص ما، على الأرجح أنت، الدخول للتو إلى ${organization} (${url}):`,
  how: (program, address, at) => `${program}، من عنوان الشبكة ${address}، ${at}`,
  notYou: "إذا لم تكن أنت، فغيّر كلمة المرور الآن، وسجّل خروج ذلك الجهاز من إعداداتك، وأخبر الإدارة.",
  devices: "مراجعة أجهزتك",
  why: "نرسل هذه الرسالة عند كل تسجيل دخول جديد.",
  stop: "إلغاء الاشتراك",
};

export const loginWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
