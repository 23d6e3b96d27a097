import { type Language, spokenLanguage } from "../../../protocol/language.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { settingOf, type User } from "./accounts.ts";

export const emailLanguage = (realm: Realm, { id }: Pick<User, "id">): Language =>
  spokenLanguage(settingOf(realm, id, "default_language")) ?? "en";

const actorWords = words("letters", {
  serverAdministrator: "Your server administrator",
  /** A user's name as the subject of a sentence. Japanese adds an honorific. */
  person: "{name}",
});

/** Returns the subject of a sentence in an email: the user `by`, or the server's operator if `by` is undefined. */
export function actorName(language: Language, by: string | undefined): string {
  const { serverAdministrator, person } = actorWords[language];
  return by === undefined ? serverAdministrator : person(by);
}
