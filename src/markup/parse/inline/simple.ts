import type { StateInline } from "markdown-it";
import { escapable, pairsOf } from "./pairs.ts";

/** Ends a line. Also recorded as a delimiter of emphasis, which can't span lines. */
export function newlineRule(state: StateInline): boolean {
  if (state.src[state.pos] !== "\n") return false;
  state.push("hardbreak", "br", 0);
  state.delimiters.push({ marker: 10, token: state.tokens.length - 1, end: -1, open: false, close: false });
  state.pos++;
  return true;
}

export function escapeRule(state: StateInline): boolean {
  if (state.src[state.pos] !== "\\") return false;
  const next = state.src.charAt(state.pos + 1);
  if (state.pos + 1 >= state.posMax || !escapable.has(next)) return false;
  state.push("escaped", "", 0).content = next;
  state.pos += 2;
  return true;
}

export function codeRule(state: StateInline): boolean {
  if (state.src[state.pos] !== "`") return false;
  let inner = state.pos;
  while (state.src[inner] === "`") inner++;
  const end = pairsOf(state).code.get(state.pos);
  if (end === undefined || end > state.posMax) {
    state.pending += state.src.slice(state.pos, inner);
    state.pos = inner;
    return true;
  }
  state.push("code_inline", "code", 0).content = state.src.slice(inner, end - (inner - state.pos));
  state.pos = end;
  return true;
}

const math = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?!\$)(?![\p{L}\p{N}_])/uy;
const wordOrDollar = /[\p{L}\p{N}_$]/u;

/** Parses a formula between double dollar signs. Text between single ones may be prices. */
export function mathRule(state: StateInline): boolean {
  if (state.src[state.pos] !== "$") return false;
  let run = state.pos;
  while (state.src[run] === "$") run++;
  math.lastIndex = state.pos;
  const found = wordOrDollar.test(state.src.charAt(state.pos - 1)) ? null : math.exec(state.src);
  if (!found || math.lastIndex > state.posMax) {
    state.pending += state.src.slice(state.pos, run);
    state.pos = run;
    return true;
  }
  state.push("math_inline", "", 0).content = found[1] ?? "";
  state.pos = math.lastIndex;
  return true;
}

/** 100 characters are more than any date has, and bound the search for the end. */
const time = /<time:([^>\n]{0,100})>/y;

export function timeRule(state: StateInline): boolean {
  if (state.src[state.pos] !== "<") return false;
  time.lastIndex = state.pos;
  const found = time.exec(state.src);
  if (!found || time.lastIndex > state.posMax) return false;
  state.push("time", "time", 0).content = found[1] ?? "";
  state.pos = time.lastIndex;
  return true;
}
