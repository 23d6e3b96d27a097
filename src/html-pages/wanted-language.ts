import { type Language, spokenLanguage } from "../protocol/language.ts";

/** Returns the language given in a page's URL, otherwise the browser's preferred one. */
export const wantedLanguage = (request: Request): Language =>
  spokenLanguage(new URL(request.url).searchParams.get("language") ?? "") ?? wantedTags(request)[0]?.language ?? "en";

/** Returns the preferred language in the browser's regional variant, such as "en-GB", or undefined if none is given. */
export function wantedLocale(request: Request): string | undefined {
  const [first, ...rest] = wantedTags(request);
  const variants = [first, ...rest].filter((one) => one?.language === first?.language);
  return (variants.find((one) => one?.tag.includes("-")) ?? first)?.tag;
}

/** Maximum length of a language tag. Longer ones contain more than a language and a region. */
const MAX_TAG_LENGTH = 20;

/** Returns the supported language tags of a request's Accept-Language, most preferred first. */
function wantedTags({ headers }: Request): { readonly tag: string; readonly language: Language }[] {
  const ranges = (headers.get("accept-language") ?? "").slice(0, 500).split(",");
  const wanted = ranges.flatMap((range) => {
    const [tag = "", quality] = range.split(/\s*;\s*q\s*=\s*/);
    const language = spokenLanguage(tag.trim());
    const weight = quality === undefined ? 1 : Number(quality) || 0;
    if (language === undefined || weight <= 0) return [];
    return { tag: tag.trim().length > MAX_TAG_LENGTH ? language : tag.trim(), language, weight };
  });
  return wanted.sort((a, b) => b.weight - a.weight);
}
