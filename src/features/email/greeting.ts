import type { Language } from "../../protocol/language.ts";
import { words } from "../../protocol/words/words.ts";

const greetingWords = words("greeting", {
  person: "Hello {person},",
  anyone: "Hello,",
});

/** Returns the first line of an email to a person, or to an address that may have no account. */
export function greeting(language: Language, person?: string): string {
  const w = greetingWords[language];
  return person === undefined ? w.anyone : w.person(person);
}
