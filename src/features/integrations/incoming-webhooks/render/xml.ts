import { limits } from "../../../../protocol/limit-table.ts";

interface OpenElement {
  readonly name: string;
  readonly fields: Map<string, unknown[]>;
  readonly texts: string[];
}

const NAME = /[^\s<>/=!?&"'`;]{1,200}/y;
const ATTRIBUTE = /\s+([^\s<>/=!?&"'`;]{1,200})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const END_OF_TAG = /\s*(\/?)>/y;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));|&/gi;
const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Thrown for input that isn't XML, or is outside the supported subset. */
class NotReadable extends Error {}

/**
 * Parses XML to an object with the root element as its only field. A text-only element becomes a string. Any other
 * becomes an object with its children by name (a list if they share one), its attributes as `@name`, and its text as
 * `#text`. Returns undefined if it is malformed, has a document type, or exceeds the limits on depth or nodes. Without
 * document types, only the five predefined entities exist. Parses in a single pass, without recursion.
 */
export function parseXml(source: string): Record<string, unknown> | undefined {
  try {
    return new Reader(source.replace(/^\uFEFF/, "")).document();
  } catch (error) {
    if (error instanceof NotReadable) return undefined;
    throw error;
  }
}

class Reader {
  #at = 0;
  #nodes = 0;
  readonly #open: OpenElement[] = [{ name: "", fields: new Map(), texts: [] }];

  constructor(private readonly source: string) {}

  document(): Record<string, unknown> {
    while (this.#at < this.source.length) this.#step();
    const [root] = this.#open;
    if (this.#open.length !== 1 || root === undefined || root.fields.size !== 1) throw new NotReadable();
    if (root.texts.some((text) => text.trim() !== "")) throw new NotReadable();
    const [[name, values] = ["", []]] = root.fields;
    if (values.length !== 1) throw new NotReadable();
    return Object.fromEntries([[name, values[0]]]);
  }

  #step(): void {
    const { source } = this;
    const tag = source.indexOf("<", this.#at);
    const end = tag < 0 ? source.length : tag;
    if (end > this.#at) this.#text(decodeReferences(source.slice(this.#at, end)));
    this.#at = end;
    if (tag < 0) return;
    if (source.startsWith("<!--", tag)) this.#upTo("-->", 4);
    else if (source.startsWith("<![CDATA[", tag)) this.#text(this.#upTo("]]>", 9));
    else if (source.startsWith("<?", tag)) this.#upTo("?>", 2);
    else if (source.startsWith("</", tag)) this.#endTag();
    else this.#startTag();
  }

  /** Skips `skipped` characters, and returns the text up to the next `mark`. */
  #upTo(mark: string, skipped: number): string {
    const from = this.#at + skipped;
    const end = this.source.indexOf(mark, from);
    if (end < 0) throw new NotReadable();
    this.#at = end + mark.length;
    return this.source.slice(from, end);
  }

  #startTag(): void {
    this.#at += 1;
    const element: OpenElement = { name: this.#match(NAME)[0], fields: new Map(), texts: [] };
    this.#count();
    for (let found = this.#matched(ATTRIBUTE); found !== undefined; found = this.#matched(ATTRIBUTE)) {
      this.#count();
      const name = `@${found[1]}`;
      if (element.fields.has(name)) throw new NotReadable();
      element.fields.set(name, [decodeReferences(found[2] ?? found[3] ?? "")]);
    }
    const isEmpty = this.#match(END_OF_TAG)[1] === "/";
    if (this.#open.length > limits.request.json_depth) throw new NotReadable();
    this.#open.push(element);
    if (isEmpty) this.#close();
  }

  #endTag(): void {
    this.#at += 2;
    const [name] = this.#match(NAME);
    const [, slash] = this.#match(END_OF_TAG);
    if (slash === "/" || this.#open.length < 2 || this.#open.at(-1)?.name !== name) throw new NotReadable();
    this.#close();
  }

  #close(): void {
    const element = this.#open.pop();
    const parent = this.#open.at(-1);
    if (element === undefined || parent === undefined) throw new NotReadable();
    const others = parent.fields.get(element.name);
    if (others === undefined) parent.fields.set(element.name, [objectOf(element)]);
    else others.push(objectOf(element));
  }

  #text(text: string): void {
    this.#count();
    this.#open.at(-1)?.texts.push(text);
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > limits.request.xml_nodes) throw new NotReadable();
  }

  #matched(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source) ?? undefined;
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  #match(pattern: RegExp): RegExpExecArray {
    const found = this.#matched(pattern);
    if (found === undefined) throw new NotReadable();
    return found;
  }
}

function objectOf({ fields, texts }: OpenElement): unknown {
  const text = texts.join("").trim();
  if (fields.size === 0) return text;
  const entries = [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const);
  // Names come from the payload. fromEntries makes each one an own property, even "__proto__".
  return Object.fromEntries(text === "" ? entries : [...entries, ["#text", text]]);
}

/** Decodes references. Throws at the first malformed one; `replace` would first find all, possibly a million. */
function decodeReferences(text: string): string {
  let decoded = "";
  let end = 0;
  for (const { 0: reference, 1: decimal, 2: hexadecimal, 3: name, index } of text.matchAll(REFERENCE)) {
    const found =
      name === undefined
        ? characterOf(decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal))
        : PREDEFINED.get(name);
    if (found === undefined) throw new NotReadable();
    decoded += text.slice(end, index) + found;
    end = index + reference.length;
  }
  return decoded + text.slice(end);
}

/** Returns the character for a code point, if XML allows it. */
function characterOf(code: number): string | undefined {
  const isAllowed =
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff);
  return isAllowed ? String.fromCodePoint(code) : undefined;
}
