import { isCode } from "./exceptions.ts";

type Rules = Readonly<Record<string, (text: string) => boolean>>;

const count = (text: string, mark: string) => text.split(mark).length - 1;
const has = (pattern: RegExp) => (text: string) => pattern.test(text);

/** Rules for every language: no straight quotes, and no three dots. */
const EVERYWHERE: Rules = {
  "“ ” or the language's own quotes": has(/"/),
  "’ for '": has(/\p{L}'\p{L}/u),
  "… for three dots": has(/\.\.\./),
};

const JAPANESE = "\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー";

const own: Readonly<Record<string, Rules | undefined>> = {
  de: {
    "„ and “ around quotes": (text) => /[”]/.test(text) || count(text, "„") !== count(text, "“"),
    "a space before … in the place of words": has(/[^\s„(\n-]…/),
  },
  es: {
    "¿ before a question": (text) => count(text, "¿") !== count(text, "?"),
    "¡ before an exclamation": (text) => count(text, "¡") !== count(text, "!"),
    "no space before a mark": has(/\s[…?!:;,.](?:\s|$)/),
    "“ and ” around quotes": (text) => /[«»„]/.test(text) || count(text, "“") !== count(text, "”"),
  },
  fr: {
    "a narrow space before : ; ? ! »": has(/(?:^|[^\u202f])[?!»](?:\s|$)|[^\u202f][:;](?:\s|$)/),
    "a narrow space after «": has(/«(?!\u202f)/),
    "« and » around quotes": (text) => /[“”„]/.test(text) || count(text, "«") !== count(text, "»"),
    "no space before …": has(/\p{L}\s…/u),
  },
  ja: {
    "full-width punctuation": has(new RegExp(`[${JAPANESE}]\\s?[,.!?;]|[${JAPANESE}]:(?!\\w)`, "u")),
    "「 and 」 around quotes": (text) => /[“”„«»]/.test(text) || count(text, "「") !== count(text, "」"),
    "no spaces between words": has(new RegExp(`[${JAPANESE}] [${JAPANESE}]`, "u")),
    "no space before さん": has(/\sさん/u),
  },
  ar: {
    "the Arabic comma, semicolon and question mark": has(/\p{Script=Arabic}\s?[,;?]/u),
    "« and » around quotes": (text) => /[“”„]/.test(text) || count(text, "«") !== count(text, "»"),
  },
};

/** Returns the typography rules of a language, by name. Each rule returns true if a text breaks it. */
export const typographyOf = (language: string): Rules => ({ ...EVERYWHERE, ...own[language] });

/** Removes code, URLs and emoji codes from a text, because the rules don't apply to them. */
export const withoutCode = (text: string): string =>
  isCode(text) ? "" : text.replace(/https?:\/\/\S+|\(\?P<\w+>[^)]*\)|:\w+:/g, "x");
