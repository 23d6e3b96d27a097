import { type Language, spokenLanguage } from "../protocol/language.ts";

/** The language in which whoever sends a request wants to read, by its Accept-Language. */
export function wantedLanguage({ headers }: Request): Language {
  const ranges = (headers.get("accept-language") ?? "").slice(0, 500).split(",");
  const wanted = ranges.map((range) => {
    const [tag = "", quality] = range.split(/\s*;\s*q\s*=\s*/);
    return { language: spokenLanguage(tag.trim()), quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  wanted.sort((a, b) => b.quality - a.quality);
  return wanted.find(({ language, quality }) => language !== undefined && quality > 0)?.language ?? "en";
}
