import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, spokenLanguages } from "../../protocol/language.ts";

/** Returns the text of a key. */
export type Say = (key: string) => string;

export function textsIn(language: Language): Say {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, "texts", `${language}.json`), "utf8"));
  return (key) => {
    const text: unknown = texts[key];
    if (typeof text !== "string") throw new Error(`the demo has no text ${key} in ${language}`);
    return text;
  };
}

/** The language of whoever starts a program, as terminals name it. */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language {
  const [code] = (LC_ALL || LC_MESSAGES || LANG || "en").split(/[_.@-]/);
  return spokenLanguages.find((language) => language === code) ?? "en";
}
