import type { Language } from "../../../../../protocol/language.ts";

const en = {
  changed: (by: string, bot: string, fields: string) => `${by} changed your bot ${bot}: ${fields}`,
};

const de: typeof en = { changed: (by, bot, fields) => `${by} hat deinen Bot ${bot} geändert: ${fields}` };

const es: typeof en = { changed: (by, bot, fields) => `${by} cambió tu bot ${bot}: ${fields}` };

const fr: typeof en = { changed: (by, bot, fields) => `${by} a modifié votre bot ${bot}\u00a0: ${fields}` };

const ja: typeof en = { changed: (by, bot, fields) => `${by} さんがあなたのボット ${bot} を変更しました: ${fields}` };

const ar: typeof en = { changed: (by, bot, fields) => `غيّر ${by} البوت ${bot} الخاص بك: ${fields}` };

export const botChangeWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
