import names from "tlds/index.json" with { type: "json" };

/** Top-level domains that occur far more often as file extensions. */
const fileNameEndings = new Set(["java", "md", "mov", "py", "zip"]);

let set: ReadonlySet<string> | undefined;

/** Endings that turn a bare domain into a link (markdown.md 2). */
export function topLevelDomains(): ReadonlySet<string> {
  set ??= new Set(names.filter((name) => !fileNameEndings.has(name)));
  return set;
}

interface BareLink {
  readonly end: number;
  readonly href: string;
}

const host = /https?:\/\/[\p{L}\p{M}\p{N}_.:@-]*[\p{L}\p{M}\p{N}_]/iuy;
const bitcoin = /bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y;
const domain = /(?:[\p{L}\p{M}\p{N}_-]+\.)+([\p{L}\p{M}\p{N}_-]+)/uy;
const email = /[\p{L}\p{M}\p{N}_.+-]+@[\p{L}\p{M}\p{N}_.-]+\.[\p{L}\p{M}\p{N}_]+/uy;
const closing = /[!:;?),.'">\]*~]/;
const deepestParentheses = 7;

function matchEnd(pattern: RegExp, src: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(src) ? pattern.lastIndex : undefined;
}

/** Whether only punctuation is between a position and the next white space, so that a link can end there. */
function endsAt(src: string, start: number, max: number): boolean {
  let pos = start;
  while (pos < max && closing.test(src.charAt(pos))) pos++;
  return pos >= max || /\s/.test(src.charAt(pos));
}

/** Returns the end of path, query and fragment, or undefined if parentheses are nested too deep. */
function pathEnd(src: string, start: number, max: number): number | undefined {
  let depth = 0;
  let pos = start;
  let brackets = 0;
  for (; pos < max; pos++) {
    const character = src.charAt(pos);
    if (character <= " " || /[\s"<`\x7f-\x9f]/.test(character)) break;
    if (character === "(" && ++depth > deepestParentheses) return undefined;
    if (character === ")" && --depth < 0) break;
    if (character === "[") brackets++;
  }
  for (; pos > start; pos--) {
    const last = src.charAt(pos - 1);
    if (!closing.test(last) || last === ")" || (last === "]" && brackets > 0)) break;
  }
  return pos;
}

function webLinkAt(src: string, start: number, max: number): BareLink | undefined {
  const hostEnd = matchEnd(host, src, start);
  if (hostEnd === undefined || hostEnd > max) return undefined;
  const end = /[/?#]/.test(src.charAt(hostEnd)) ? pathEnd(src, hostEnd, max) : hostEnd;
  return end === undefined ? undefined : { end, href: src.slice(start, end) };
}

function domainLinkAt(src: string, start: number, max: number): BareLink | undefined {
  domain.lastIndex = start;
  const found = domain.exec(src);
  if (!found || domain.lastIndex > max || !topLevelDomains().has(found[1]?.toLowerCase() ?? "")) return undefined;
  const domainEnd = domain.lastIndex;
  const end = src[domainEnd] === "/" ? pathEnd(src, domainEnd, max) : domainEnd;
  if (end === undefined || (end === domainEnd && src[end] !== "/" && !endsAt(src, end, max))) return undefined;
  return { end, href: `http://${src.slice(start, end)}` };
}

/** Returns the bare URL at a position where a word starts (markdown.md 2). */
export function bareLinkAt(src: string, start: number, max: number): BareLink | undefined {
  const web = webLinkAt(src, start, max);
  if (web) return web;
  const coin = matchEnd(bitcoin, src, start);
  if (coin !== undefined && coin <= max && endsAt(src, coin, max)) return { end: coin, href: src.slice(start, coin) };
  const mail = matchEnd(email, src, start);
  if (mail !== undefined && mail <= max && endsAt(src, mail, max)) {
    return { end: mail, href: `mailto:${src.slice(start, mail)}` };
  }
  return domainLinkAt(src, start, max);
}
