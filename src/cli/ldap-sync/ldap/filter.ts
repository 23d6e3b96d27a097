import { element, octets, sequence, truth } from "./ber.ts";

export class FilterFault extends Error {}

const MAX_NESTED = 50;
const COMPARED = { "=": 0xa3, ">=": 0xa5, "<=": 0xa6, "~=": 0xa8 } as const;

/** Encodes a filter (RFC 4515). Its outer parentheses are optional. */
export function filterBytes(text: string): Buffer {
  const written = text.trim();
  const reader = new FilterReader(written.startsWith("(") ? written : `(${written})`);
  const read = reader.filter(0);
  if (!reader.isAtEnd) throw new FilterFault("it goes on after its last bracket");
  return read;
}

/** Combines two filters with AND. */
export const bothOf = (one: Buffer, other: Buffer): Buffer => element(0xa0, [one, other]);

class FilterReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  filter(depth: number): Buffer {
    if (depth > MAX_NESTED) throw new FilterFault("it has too many brackets");
    this.#skip("(");
    const kind = this.#text[this.#at] ?? "";
    const read = "&|!".includes(kind) && kind !== "" ? this.#combined(kind, depth) : this.#item();
    this.#skip(")");
    return read;
  }

  #combined(kind: string, depth: number): Buffer {
    this.#at += 1;
    if (kind === "!") return element(0xa2, this.filter(depth + 1));
    const parts: Buffer[] = [];
    while (this.#text[this.#at] === "(") parts.push(this.filter(depth + 1));
    return element(kind === "&" ? 0xa0 : 0xa1, parts);
  }

  #item(): Buffer {
    const end = this.#text.indexOf(")", this.#at);
    const item = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at += item.length;
    const [, name = "", ofDn, rule, sign = "", value = ""] =
      /^([\w.;-]*)(:dn)?(?::([\w.-]+))?(:=|~=|>=|<=|=)(.*)$/s.exec(item) ?? [];
    if (sign === ":=" && (name !== "" || rule !== undefined))
      return element(0xa9, [
        ...(rule === undefined ? [] : [octets(rule, 0x81)]),
        ...(name === "" ? [] : [octets(name, 0x82)]),
        octets(valueBytes(value), 0x83),
        ...(ofDn === undefined ? [] : [truth(true, 0x84)]),
      ]);
    if (name === "" || ofDn !== undefined || rule !== undefined || sign === ":=")
      throw new FilterFault(`"${item}" is no comparison`);
    if (sign === "=" && value === "*") return octets(name, 0x87);
    if (sign === "=" && value.includes("*")) return element(0xa4, [octets(name), substrings(value)]);
    return element(COMPARED[sign as keyof typeof COMPARED], [octets(name), octets(valueBytes(value))]);
  }

  #skip(bracket: "(" | ")"): void {
    if (this.#text[this.#at] !== bracket) throw new FilterFault(`"${bracket}" is missing at character ${this.#at + 1}`);
    this.#at += 1;
  }
}

function substrings(value: string): Buffer {
  const parts = value.split("*").map(valueBytes);
  const last = parts.length - 1;
  return sequence(
    parts.flatMap((part, index) =>
      part.length === 0 ? [] : [octets(part, index === 0 ? 0x80 : index === last ? 0x82 : 0x81)],
    ),
  );
}

/** Decodes a filter value, which can contain bytes written as `\2a`. */
function valueBytes(text: string): Buffer {
  const parts = text.split(/(\\[\da-f]{2})/i);
  if (parts.some((part, index) => index % 2 === 0 && part.includes("\\")))
    throw new FilterFault(`"\\" stands before two digits in hexadecimal, as in "\\2a", not as in "${text}"`);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.from(part.slice(1), "hex"))),
  );
}
