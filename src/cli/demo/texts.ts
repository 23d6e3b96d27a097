import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the text of a key. */
export type Say = (key: string) => string;

const fileOf = (language: string) => join(import.meta.dirname, "texts", `${language}.json`);

export function textsIn(language: string): Say {
  const texts = JSON.parse(readFileSync(fileOf(language), "utf8"));
  return (key) => {
    const text: unknown = texts[key];
    if (typeof text !== "string") throw new Error(`the demo has no text ${key} in ${language}`);
    return text;
  };
}

/** The user's language, from the terminal's environment variables. */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  const [code = ""] = (LC_ALL || LC_MESSAGES || LANG || "").split(/[_.@-]/);
  return /^[a-z]{2}$/.test(code) && existsSync(fileOf(code)) ? code : "en";
}
