import { type Language, spokenLanguage } from "../../../protocol/language.ts";
import type { Realm } from "../../../realm/realm.ts";
import { settingOf, type User } from "./accounts.ts";

export const letterLanguage = (realm: Realm, { id }: Pick<User, "id">): Language =>
  spokenLanguage(settingOf(realm, id, "default_language")) ?? "en";

const serverAdministrator: Readonly<Record<Language, string>> = {
  en: "Your server administrator",
  de: "Die Serveradministration",
  es: "La administración del servidor",
  fr: "L’administration du serveur",
  ja: "サーバー管理者",
  ar: "مدير الخادم",
};

/** Returns the subject of a sentence in an email: the user who did something, or the server's operator (undefined). */
export function actorName(language: Language, by: string | undefined): string {
  if (by === undefined) return serverAdministrator[language];
  return language === "ja" ? `${by} さん` : by;
}
