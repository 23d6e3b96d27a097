import type { Language } from "../../../../protocol/language.ts";
import { ar } from "./words/ar.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { ja } from "./words/ja.ts";

export const externalLoginWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
