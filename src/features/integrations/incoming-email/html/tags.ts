import { decodeHTML } from "entities";

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open" | "close"; readonly name: string; readonly attributes: string };

/** Elements whose content isn't displayed. */
const SKIPPED = new Set([
  "script",
  "style",
  "title",
  "head",
  "noscript",
  "template",
  "svg",
  "math",
  "object",
  "select",
]);
const NAME = /[a-z][a-z0-9:-]*/iy;

/** Tokenizes HTML, however malformed, in time linear in its length. */
export function* piecesOf(html: string): Generator<Piece> {
  // Remembers quotes that are never closed, to search for each only once.
  const unclosed = new Set<string>();
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    if (next < 0) {
      yield { kind: "text", text: html.slice(at) };
      return;
    }
    if (next > at) yield { kind: "text", text: html.slice(at, next) };
    if (html.startsWith("<!--", next)) {
      at = after(html, "-->", next + 4);
      continue;
    }
    const closes = html[next + 1] === "/";
    NAME.lastIndex = next + (closes ? 2 : 1);
    const [name] = NAME.exec(html) ?? [];
    if (name === undefined) {
      const isMarkup = closes || html[next + 1] === "!" || html[next + 1] === "?";
      if (!isMarkup) yield { kind: "text", text: "<" };
      at = isMarkup ? after(html, ">", next) : next + 1;
      continue;
    }
    const end = endOfTag(html, NAME.lastIndex, unclosed);
    if (end < 0) return;
    const tag = name.toLowerCase();
    const attributes = html.slice(NAME.lastIndex, end);
    at = end + 1;
    if (!closes && SKIPPED.has(tag)) at = afterElement(html, tag, at);
    else yield { kind: closes ? "close" : "open", name: tag, attributes };
  }
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found < 0 ? html.length : found + end.length;
}

/** Returns the end of a tag: the first unquoted ">", or -1 if it doesn't end. */
function endOfTag(html: string, from: number, unclosed: Set<string>): number {
  const mark = /[>"']/g;
  mark.lastIndex = from;
  for (;;) {
    const [character] = mark.exec(html) ?? [];
    if (character === undefined) return -1;
    if (character === ">") return mark.lastIndex - 1;
    if (unclosed.has(character)) continue;
    const end = html.indexOf(character, mark.lastIndex);
    if (end < 0) unclosed.add(character);
    else mark.lastIndex = end + 1;
  }
}

function afterElement(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?![a-z0-9])`, "gi");
  end.lastIndex = from;
  return end.exec(html) === null ? html.length : after(html, ">", end.lastIndex);
}

/** Returns an attribute's decoded value, or "" if it is missing. */
export function attribute(attributes: string, name: "href" | "alt" | "style" | "class" | "start"): string {
  const [, double, single, bare] = FORMS[name].exec(attributes) ?? [];
  return decodeHTML(double ?? single ?? bare ?? "").trim();
}

const form = (name: string) => new RegExp(`(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
const FORMS = {
  href: form("href"),
  alt: form("alt"),
  style: form("style"),
  class: form("class"),
  start: form("start"),
};
