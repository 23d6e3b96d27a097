import { unescapeAll } from "../markdown.ts";

/**
 * A tag or a run of text in HTML written by this folder. parse5 would parse any HTML, but is far larger than our own
 * HTML requires.
 */
export interface HtmlToken {
  readonly html: string;
  /** Lowercase tag name; empty for text. */
  readonly tag: string;
  readonly closing: boolean;
}

const token = /<(\/?)([a-zA-Z][a-zA-Z\d]*)(?:"[^"]*"|[^">])*>|[^<]+|</g;
const attributes = /([a-zA-Z][\w-]*)="([^"]*)"/g;
const voidTags = new Set(["br", "hr", "img", "mspace", "path", "line"]);

export function htmlTokens(html: string): HtmlToken[] {
  return [...html.matchAll(token)].map(([text, slash, tag = ""]) => ({
    html: text,
    tag: tag.toLowerCase(),
    closing: slash === "/",
  }));
}

export function attribute({ html }: HtmlToken, name: string): string | undefined {
  for (const [, key, value = ""] of html.matchAll(attributes)) if (key === name) return decodeEntities(value);
  return undefined;
}

export function hasClass(each: HtmlToken, name: string): boolean {
  return attribute(each, "class")?.split(" ").includes(name) === true;
}

/** Returns the index of the token after the element that starts at `start`. */
export function elementEnd(tokens: readonly HtmlToken[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    const each = tokens[index];
    if (!each?.tag || voidTags.has(each.tag) || each.html.endsWith("/>")) {
      if (depth === 0) return index + 1;
      continue;
    }
    depth += each.closing ? -1 : 1;
    if (depth <= 0) return index + 1;
  }
  return tokens.length;
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#\d+|#[xX][\da-fA-F]+|[a-zA-Z][a-zA-Z\d]*);/g, (entity) => unescapeAll(entity));
}
