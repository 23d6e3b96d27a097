import type { Scope } from "../../../../protocol/actor.ts";
import type { Language } from "../../../../protocol/language.ts";

/** Page where users see and revoke their assistants. */
export const GRANTS_PATH = "/accounts/assistants/";

const en = {
  title: "Your assistants",
  none: "No assistant has access to your account.",
  may: "Can",
  scopes: {
    read: "read channels",
    "read:direct": "read direct messages",
    write: "write in channels",
    "write:direct": "write direct messages",
    files: "open files",
  } satisfies Record<Scope, string> as Readonly<Record<string, string>>,
  since: "Since",
  used: "Last used",
  never: "never",
  end: (name: string) => `Revoke access of ${name}`,
  back: "Back to messages",
};

const de: typeof en = {
  title: "Deine Assistenten",
  none: "Kein Assistent hat Zugriff auf dein Konto.",
  may: "Darf",
  scopes: {
    read: "Kanäle lesen",
    "read:direct": "Direktnachrichten lesen",
    write: "in Kanälen schreiben",
    "write:direct": "Direktnachrichten schreiben",
    files: "Dateien öffnen",
  },
  since: "Seit",
  used: "Zuletzt verwendet",
  never: "nie",
  end: (name) => `Zugriff von ${name} beenden`,
  back: "Zurück zu den Nachrichten",
};

const es: typeof en = {
  title: "Tus asistentes",
  none: "Ningún asistente tiene acceso a tu cuenta.",
  may: "Puede",
  scopes: {
    read: "leer canales",
    "read:direct": "leer mensajes directos",
    write: "escribir en canales",
    "write:direct": "escribir mensajes directos",
    files: "abrir archivos",
  },
  since: "Desde",
  used: "Último uso",
  never: "nunca",
  end: (name) => `Terminar el acceso de ${name}`,
  back: "Volver a los mensajes",
};

const fr: typeof en = {
  title: "Vos assistants",
  none: "Aucun assistant n’a accès à votre compte.",
  may: "Peut",
  scopes: {
    read: "lire les canaux",
    "read:direct": "lire les messages directs",
    write: "écrire dans les canaux",
    "write:direct": "écrire des messages directs",
    files: "ouvrir les fichiers",
  },
  since: "Depuis",
  used: "Dernière utilisation",
  never: "jamais",
  end: (name) => `Mettre fin à l’accès de ${name}`,
  back: "Revenir aux messages",
};

const ja: typeof en = {
  title: "あなたのアシスタント",
  none: "あなたのアカウントにアクセスできるアシスタントはありません。",
  may: "権限",
  scopes: {
    read: "チャンネルを読む",
    "read:direct": "ダイレクトメッセージを読む",
    write: "チャンネルに書き込む",
    "write:direct": "ダイレクトメッセージを送る",
    files: "ファイルを開く",
  },
  since: "開始日",
  used: "最終使用日",
  never: "なし",
  end: (name) => `${name} のアクセスを終了`,
  back: "メッセージへ",
};

const ar: typeof en = {
  title: "مساعدوك",
  none: "لا يملك أي مساعد وصولًا إلى حسابك.",
  may: "يمكنه",
  scopes: {
    read: "قراءة القنوات",
    "read:direct": "قراءة الرسائل المباشرة",
    write: "الكتابة في القنوات",
    "write:direct": "كتابة رسائل مباشرة",
    files: "فتح الملفات",
  },
  since: "منذ",
  used: "آخر استخدام",
  never: "أبدًا",
  end: (name) => `إنهاء وصول ${name}`,
  back: "إلى الرسائل",
};

export const grantsWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
