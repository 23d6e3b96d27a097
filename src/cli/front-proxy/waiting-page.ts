import { failureWords } from "../../html-pages/failure-words.ts";

const PAGE = /^GET \/(?!api\/|json\/)[\s\S]*\r\naccept:[^\r]*text\/html/i;
const LANGUAGES = /\r\naccept-language:([^\r]*)/i;
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:0 24px;font:15px/1.5 system-ui,sans-serif}
h1{margin:0;font-size:24px}`;

/**
 * Returns a page that tells a browser to wait and reloads itself, or undefined if the request's head doesn't ask for a
 * page.
 */
export function waitingPage(head: Buffer): string | undefined {
  const text = head.toString("latin1");
  if (!PAGE.test(text)) return undefined;
  const language = wantedLanguage(LANGUAGES.exec(text)?.[1] ?? "");
  const { titles, busy, retries } = failureWords[language];
  return `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titles[503]}</title>
<style>${STYLE}</style>
<main><h1>${titles[503]}</h1>
<p>${busy} ${retries}</p></main>
</html>
`;
}

/** Returns the first supported language of an Accept-Language header, because browsers list the preferred one first. */
function wantedLanguage(tags: string): keyof typeof failureWords {
  const spoken = Object.keys(failureWords) as (keyof typeof failureWords)[];
  const named = tags.split(",").map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return named.flatMap((tag) => spoken.find((language) => language === tag) ?? [])[0] ?? "en";
}
