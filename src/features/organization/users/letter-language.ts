import { type Language, spokenLanguage } from "../../../protocol/language.ts";
import type { Realm } from "../../../realm/realm.ts";
import { settingOf, type User } from "./users.ts";

/** The language of letters to an account, by its own setting. */
export const letterLanguage = (realm: Realm, { id }: Pick<User, "id">): Language =>
  spokenLanguage(settingOf(realm, id, "default_language")) ?? "en";
