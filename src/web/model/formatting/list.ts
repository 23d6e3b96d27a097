import { type Edit, type Field, selectedLines } from "./field.ts";
import { isInCode } from "./in-code.ts";

const item = /^(\s*)(?:[-*+]|\d+[.)])\s+/;
const bullet = /^(\s*)[-*+]\s+/;
const numberedMarker = /^(\s*)\d+[.)]\s+/;

/**
 * Turns the selected lines into a list of the given kind, even from a list of the other kind. Turns a list of the given
 * kind into plain lines.
 */
export function toggleList(field: Field, kind: "bulleted" | "numbered"): Edit {
  const { from, to } = selectedLines(field);
  const lines = field.text.slice(from, to).split("\n");
  const pattern = kind === "bulleted" ? bullet : numberedMarker;
  const filled = lines.filter((line) => line.trim() !== "");
  const isList = filled.length > 0 && filled.every((line) => pattern.test(line));
  let number = 0;
  const changed = lines.map((line) => {
    if (line.trim() === "" && filled.length > 0) return line;
    const plain = line.replace(item, "$1");
    if (isList) return plain;
    number += 1;
    const indent = /^\s*/.exec(plain)?.[0] ?? "";
    return `${indent}${kind === "bulleted" ? "-" : `${number}.`} ${plain.slice(indent.length)}`;
  });
  const insert = changed.join("\n");
  const end = from + insert.length;
  return field.start === field.end ? { from, to, insert, start: end, end } : { from, to, insert, start: from, end };
}

/** A list or quote line, whose prefix is repeated on the next line. */
const continued = /^(\s*)(?:([-*+])|(\d+)([.)])|(>(?:\s?>)*))(\s+)(.*)$/;

/** Handles Enter in a list or quote: adds an item, or ends the list after an empty one. Returns undefined elsewhere. */
export function newLine({ text, start, end }: Field): Edit | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", start);
  const found = continued.exec(text.slice(from, to === -1 ? text.length : to));
  if (found === null || isInCode(text, from)) return undefined;
  const [line, indent = "", sign, number, dot = "", quote, space = "", rest = ""] = found;
  const prefix = line.length - rest.length;
  if (start - from < prefix) return undefined;
  if (rest.trim() === "") return { from, to: from + line.length, insert: "", start: from, end: from };
  const mark = number === undefined ? (sign ?? quote ?? "") : `${Number(number) + 1}${dot}`;
  const insert = `\n${indent}${mark}${space}`;
  const caret = start + insert.length;
  return { from: start, to: start, insert, start: caret, end: caret };
}
