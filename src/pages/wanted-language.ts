import { type Language, spokenLanguage } from "../protocol/language.ts";

/** The language in which whoever sends a request wants to read, by its Accept-Language. */
export const wantedLanguage = (request: Request): Language => wantedTags(request)[0]?.language ?? "en";

/** The wanted language in the regional variant of the browser, such as "en-GB"; undefined if no language is wanted. */
export function wantedLocale(request: Request): string | undefined {
  const [first, ...rest] = wantedTags(request);
  const variants = [first, ...rest].filter((one) => one?.language === first?.language);
  return (variants.find((one) => one?.tag.includes("-")) ?? first)?.tag;
}

/** Longer ones name more than a language and a region. */
const MAX_TAG_LENGTH = 20;

/** The tags of spoken languages in a request's Accept-Language, the most wanted first. */
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
