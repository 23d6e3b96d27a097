import { plainText } from "../../../../util/plain-text.ts";
import { withoutUrn } from "./attributes.ts";
import { invalidFilter } from "./errors.ts";

/** Operators that compare an attribute with a value (RFC 7644, 3.4.2.2). */
const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof OPERATORS)[number];
export type Operand = string | number | boolean | null;

/** A parsed filter. Paths, such as `emails.value`, are in lower case and without a schema URN. */
export type Filter =
  | { readonly kind: "and" | "or"; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "not"; readonly of: Filter }
  | { readonly kind: "present"; readonly path: string }
  | { readonly kind: "compare"; readonly path: string; readonly operator: Operator; readonly value: Operand };

const MAX_DEPTH = 20;
const MAX_CONDITIONS = 40;
const MAX_FILTER_LENGTH = 10_000;

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y;
const NAME = /^[a-z$][\w$:.-]*$/i;

/** Parses a filter. Throws if it is invalid or too large. */
export const parseFilter = (text: string, kind?: "User" | "Group"): Filter => new Parser(text, kind).whole();

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;
  #conditions = 0;

  /** @param kind resource type: only its URN may prefix attributes. */
  constructor(
    text: string,
    private readonly kind: "User" | "Group" | undefined,
  ) {
    if (text.length > MAX_FILTER_LENGTH) throw invalidFilter("The filter is too long.");
    this.#tokens = tokensOf(text);
  }

  whole(): Filter {
    const filter = this.#either("", 0);
    if (this.#at < this.#tokens.length) throw unexpected(this.#next());
    return filter;
  }

  #either(prefix: string, depth: number): Filter {
    let left = this.#both(prefix, depth);
    while (this.#takes("or")) left = { kind: "or", left, right: this.#both(prefix, depth) };
    return left;
  }

  #both(prefix: string, depth: number): Filter {
    let left = this.#single(prefix, depth);
    while (this.#takes("and")) left = { kind: "and", left, right: this.#single(prefix, depth) };
    return left;
  }

  #single(prefix: string, depth: number): Filter {
    if (depth > MAX_DEPTH) throw invalidFilter("The filter is nested too deeply.");
    if (this.#takes("not")) {
      this.#expect("(");
      return { kind: "not", of: this.#until(")", prefix, depth) };
    }
    return this.#takes("(") ? this.#until(")", prefix, depth) : this.#condition(prefix, depth);
  }

  #until(end: string, prefix: string, depth: number): Filter {
    const filter = this.#either(prefix, depth + 1);
    this.#expect(end);
    return filter;
  }

  #condition(prefix: string, depth: number): Filter {
    const word = this.#next();
    if (!NAME.test(word)) throw unexpected(word);
    const [, kind = this.kind] = /:2\.0:(\w+):/.exec(word) ?? [];
    if (kind?.toLowerCase() !== this.kind?.toLowerCase()) throw unexpected(word);
    const path = prefix + withoutUrn(word).toLowerCase();
    if (!this.#takes("[")) return this.#comparison(path);
    if (prefix !== "") throw invalidFilter("Brackets can't be within brackets.");
    const within = this.#until("]", `${path}.`, depth);
    // `emails[type eq "work"].value eq "..."` isn't in the standard, but directories send it.
    if (this.#peek()?.startsWith(".") !== true) return within;
    return { kind: "and", left: within, right: this.#comparison(path + this.#next().toLowerCase()) };
  }

  #comparison(path: string): Filter {
    this.#conditions += 1;
    if (this.#conditions > MAX_CONDITIONS) throw invalidFilter("The filter has too many conditions.");
    const word = this.#next().toLowerCase();
    if (word === "pr") return { kind: "present", path };
    const operator = OPERATORS.find((known) => known === word);
    if (operator === undefined) throw unexpected(word);
    return { kind: "compare", path, operator, value: operandOf(this.#next()) };
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #next(): string {
    const token = this.#peek();
    if (token === undefined) throw invalidFilter("The filter is incomplete.");
    this.#at += 1;
    return token;
  }

  #takes(token: string): boolean {
    const isNext = this.#peek()?.toLowerCase() === token;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #expect(token: string): void {
    if (!this.#takes(token)) throw invalidFilter(`The filter lacks a ${token}`);
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text);
    if (found === null) throw invalidFilter("The filter has a text without an end.");
    tokens.push(found[1] ?? found[2] ?? found[3] ?? "");
  }
  return tokens;
}

const unexpected = (token: string) => invalidFilter(`The filter has an unexpected ${token.slice(0, 100)}`);

/** A JSON string. */
const TEXT = /^"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/u;
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function operandOf(token: string): Operand {
  if (token.startsWith('"')) {
    if (!TEXT.test(token)) throw unexpected(token);
    return token
      .slice(1, -1)
      .replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, code?: string, letter = "") =>
        code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
      );
  }
  const word = token.toLowerCase();
  if (word === "null") return null;
  if (word === "true" || word === "false") return word === "true";
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(token)) return Number(token);
  throw unexpected(token);
}

export function pathsIn(filter: Filter): string[] {
  switch (filter.kind) {
    case "and":
    case "or":
      return [...pathsIn(filter.left), ...pathsIn(filter.right)];
    case "not":
      return pathsIn(filter.of);
    default:
      return [filter.path];
  }
}

/** Whether one value of a list matches a filter in brackets, in which paths are names of sub-attributes. */
export function fits(filter: Filter, value: Readonly<Record<string, unknown>>): boolean {
  switch (filter.kind) {
    case "and":
      return fits(filter.left, value) && fits(filter.right, value);
    case "or":
      return fits(filter.left, value) || fits(filter.right, value);
    case "not":
      return !fits(filter.of, value);
    case "present":
      return partOf(value, filter.path) !== undefined;
    case "compare":
      return compares(partOf(value, filter.path), filter.operator, filter.value);
    default:
      return filter satisfies never;
  }
}

const partOf = (value: Readonly<Record<string, unknown>>, path: string): unknown =>
  Object.entries(value).find(([name]) => name.toLowerCase() === path)?.[1];

function compares(part: unknown, operator: Operator, operand: Operand): boolean {
  if (operator === "ne") return !compares(part, "eq", operand);
  if (operand === null) return operator === "eq" && (part === undefined || part === null);
  if (part === undefined || part === null) return false;
  const [text, wanted] = [plainText(part).toLowerCase(), String(operand).toLowerCase()];
  switch (operator) {
    case "eq":
      return text === wanted;
    case "co":
      return text.includes(wanted);
    case "sw":
      return text.startsWith(wanted);
    case "ew":
      return text.endsWith(wanted);
    case "gt":
      return text > wanted;
    case "ge":
      return text >= wanted;
    case "lt":
      return text < wanted;
    case "le":
      return text <= wanted;
    default:
      return operator satisfies never;
  }
}
