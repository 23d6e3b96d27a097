import type { StateInline } from "markdown-it";
import { bareLinkAt } from "./bare-link.ts";
import { isInLink } from "./pairs.ts";

const special = new Set([..."\n\\`*~@#$<["].map((character) => character.charCodeAt(0)));
const beforeLink = /[\s'"(,:<*~]/;

/** Whether a UTF-16 code is part of a word: a letter or digit of any script and, for simplicity, some symbols. */
function isWordCode(code: number): boolean {
  if (code > 0x7f) return code !== 0xa0 && code !== 0x3000 && (code < 0x2000 || code > 0x206f);
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  );
}

function wordEnd(src: string, start: number, max: number): number {
  let pos = start;
  while (pos < max) {
    const code = src.charCodeAt(pos);
    if (!isWordCode(code) && code !== 0x2d && code !== 0x2b) break;
    pos++;
  }
  return pos;
}

/** Whether a word can start a URL, judging by the next character. */
function mayBeAddress(src: string, end: number): boolean {
  const next = src[end];
  return next === "." || next === "@" || next === ":";
}

/** Reads text up to the next character with a meaning, or through the next bare link. */
export function textRule(state: StateInline): boolean {
  const { src, posMax } = state;
  let pos = state.pos;
  while (pos < posMax) {
    const code = src.charCodeAt(pos);
    if (special.has(code)) break;
    if (!isWordCode(code)) {
      pos++;
      continue;
    }
    const end = wordEnd(src, pos, posMax);
    const starts = !isInLink(state) && (pos === 0 || beforeLink.test(src.charAt(pos - 1)));
    const link = starts && mayBeAddress(src, end) ? bareLinkAt(src, pos, posMax) : undefined;
    if (link) {
      state.pending += src.slice(state.pos, pos);
      const written = src.slice(pos, link.end);
      const open = state.push("link_open", "a", 1);
      open.attrSet("href", link.href);
      open.info = written;
      state.push("escaped", "", 0).content = written;
      state.push("link_close", "a", -1);
      state.pos = link.end;
      return true;
    }
    pos = end;
  }
  if (pos === state.pos) return false;
  state.pending += src.slice(state.pos, pos);
  state.pos = pos;
  return true;
}
