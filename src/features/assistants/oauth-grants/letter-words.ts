import type { Language } from "../../../protocol/language.ts";

const en = {
  greeting: (person: string) => `Hello ${person},`,
  allowed: {
    subject: (client: string, organization: string) => `${client} can now write as you in ${organization}`,
    happened: (client: string, organization: string) =>
      `Someone, probably you, allowed the assistant ${client} to write as you in ${organization}.`,
  },
  "used again": {
    subject: (client: string, organization: string) => `${client} lost its access to ${organization}`,
    happened: (client: string, organization: string) =>
      `Someone used an old token of the assistant ${client} in ${organization}. The token might have been stolen, so we revoked the assistant's access. You can connect it again.`,
  },
  notYou: "If this wasn't you, revoke the assistant's access, change your password, and tell an administrator.",
  review: "Review your assistants",
};

const de: typeof en = {
  greeting: (person) => `Hallo ${person},`,
  allowed: {
    subject: (client, organization) => `${client} kann jetzt in ${organization} als du schreiben`,
    happened: (client, organization) =>
      `jemand, vermutlich du, hat dem Assistenten ${client} erlaubt, in ${organization} in deinem Namen zu schreiben.`,
  },
  "used again": {
    subject: (client, organization) => `${client} hat keinen Zugriff mehr auf ${organization}`,
    happened: (client, organization) =>
      `jemand hat in ${organization} ein altes Token des Assistenten ${client} verwendet. Es könnte gestohlen sein, deshalb haben wir den Zugriff des Assistenten beendet. Du kannst ihn neu verbinden.`,
  },
  notYou:
    "Wenn du das nicht warst, beende den Zugriff des Assistenten, ändere dein Passwort und sag der Administration Bescheid.",
  review: "Assistenten prüfen",
};

const es: typeof en = {
  greeting: (person) => `Hola, ${person}:`,
  allowed: {
    subject: (client, organization) => `${client} ya puede escribir en tu nombre en ${organization}`,
    happened: (client, organization) =>
      `Alguien, probablemente tú, permitió que el asistente ${client} escriba en tu nombre en ${organization}.`,
  },
  "used again": {
    subject: (client, organization) => `${client} perdió el acceso a ${organization}`,
    happened: (client, organization) =>
      `Alguien usó un token antiguo del asistente ${client} en ${organization}. Puede que lo hayan robado, así que terminamos el acceso del asistente. Puedes conectarlo de nuevo.`,
  },
  notYou: "Si no fuiste tú, termina el acceso del asistente, cambia tu contraseña y avisa a la administración.",
  review: "Revisar tus asistentes",
};

const fr: typeof en = {
  greeting: (person) => `Bonjour ${person},`,
  allowed: {
    subject: (client, organization) => `${client} peut maintenant écrire en votre nom dans ${organization}`,
    happened: (client, organization) =>
      `Quelqu’un, probablement vous, a autorisé l’assistant ${client} à écrire en votre nom dans ${organization}.`,
  },
  "used again": {
    subject: (client, organization) => `${client} n’a plus accès à ${organization}`,
    happened: (client, organization) =>
      `Quelqu’un a utilisé un ancien jeton de l’assistant ${client} dans ${organization}. Il a peut-être été volé : nous avons donc mis fin à l’accès de l’assistant. Vous pouvez le reconnecter.`,
  },
  notYou:
    "Si ce n’était pas vous, mettez fin à l’accès de l’assistant, changez votre mot de passe et prévenez l’administration.",
  review: "Vérifier vos assistants",
};

const ja: typeof en = {
  greeting: (person) => `${person} さん、こんにちは。`,
  allowed: {
    subject: (client, organization) => `${client} が ${organization} であなたとして書き込めるようになりました`,
    happened: (client, organization) =>
      `アシスタント ${client} が ${organization} であなたの名前で書き込むことが許可されました。`,
  },
  "used again": {
    subject: (client, organization) => `${client} は ${organization} にアクセスできなくなりました`,
    happened: (client, organization) =>
      `${organization} でアシスタント ${client} の古いトークンが使われました。盗まれた可能性があるため、アシスタントのアクセスを終了しました。もう一度接続できます。`,
  },
  notYou: "心当たりがない場合は、アシスタントのアクセスを終了し、パスワードを変更して、管理者に知らせてください。",
  review: "アシスタントを確認",
};

const ar: typeof en = {
  greeting: (person) => `مرحبًا ${person}،`,
  allowed: {
    subject: (client, organization) => `يمكن لـ ${client} الآن الكتابة باسمك في ${organization}`,
    happened: (client, organization) =>
      `سمح شخص ما، على الأرجح أنت، للمساعد ${client} بالكتابة باسمك في ${organization}.`,
  },
  "used again": {
    subject: (client, organization) => `فقد ${client} وصوله إلى ${organization}`,
    happened: (client, organization) =>
      `استخدم شخص ما رمزًا قديمًا للمساعد ${client} في ${organization}. ربما سُرق، لذلك أنهينا وصول المساعد. يمكنك ربطه من جديد.`,
  },
  notYou: "إذا لم تكن أنت، فأنهِ وصول المساعد، وغيّر كلمة المرور، وأخبر الإدارة.",
  review: "مراجعة مساعديك",
};

export const letterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
