import type { Language } from "../../../protocol/language.ts";
import { actorName } from "../../organization/accounts/letter-language.ts";

const en = {
  /** Sent to the account itself. Without a name, the server's operator created it. */
  made: (by: string | undefined) =>
    `${actorName("en", by)} created a link for choosing a new password. It works once, for an hour. If you didn't ask for it, tell an administrator.`,
};

const de: typeof en = {
  made: (by) =>
    `${actorName("de", by)} hat einen Link erstellt, mit dem sich dein Passwort neu wählen lässt. Er gilt einmal und eine Stunde lang. Wenn du nicht darum gebeten hast, sag der Administration Bescheid.`,
};

const es: typeof en = {
  made: (by) =>
    `${actorName("es", by)} creó un enlace para elegir una contraseña nueva. Funciona una sola vez, durante una hora. Si no lo pediste, avisa a la administración.`,
};

const fr: typeof en = {
  made: (by) =>
    `${actorName("fr", by)} a créé un lien pour choisir un nouveau mot de passe. Il fonctionne une seule fois, pendant une heure. Si vous ne l’avez pas demandé, prévenez l’administration.`,
};

const ja: typeof en = {
  made: (by) =>
    `${actorName("ja", by)}が新しいパスワードを設定するためのリンクを作成しました。リンクは 1 時間以内に 1 回だけ使えます。依頼していない場合は、管理者に知らせてください。`,
};

const ar: typeof en = {
  made: (by) =>
    `أنشأ ${actorName("ar", by)} رابطًا لاختيار كلمة مرور جديدة. يعمل مرة واحدة خلال ساعة. إذا لم تطلبه، فأخبر الإدارة.`,
};

export const linkWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
