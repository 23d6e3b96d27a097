import { filterNames } from "./filters.ts";

export class TemplateProblem extends Error {
  constructor(
    readonly problem: string,
    readonly line: number,
  ) {
    super(`The template has an error in line ${line}: ${problem}.`);
  }
}

type Operand = { readonly path: readonly string[] } | { readonly literal: string | number | boolean | null };

export interface Value {
  readonly operand: Operand;
  readonly filters: readonly { readonly name: string; readonly arguments: readonly Operand[] }[];
}

export type Comparison = "==" | "!=" | ">" | "<" | ">=" | "<=" | "contains";

export type Expression =
  | { readonly kind: "is"; readonly value: Value }
  | { readonly kind: "not"; readonly inner: Expression }
  | { readonly kind: "and" | "or"; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "compare"; readonly by: Comparison; readonly left: Value; readonly right: Value };

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w-]*)|(==|!=|>=|<=|[.[\]|:,<>]))/y;
const COMPARISONS: readonly string[] = ["==", "!=", ">", "<", ">=", "<=", "contains"];
const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null, nil: null };
const MAX_TOKENS = 200;

export class ExpressionParser {
  readonly #tokens: readonly string[];
  readonly #line: number;
  #at = 0;

  constructor(source: string, line: number) {
    this.#line = line;
    this.#tokens = this.#read(source);
  }

  onlyValue(): Value {
    const value = this.#value();
    this.#end();
    return value;
  }

  condition(): Expression {
    const found = this.#or();
    this.#end();
    return found;
  }

  #read(source: string): string[] {
    const tokens: string[] = [];
    let at = 0;
    while (source.slice(at).trim() !== "") {
      TOKEN.lastIndex = at;
      const [whole] = TOKEN.exec(source) ?? [];
      if (whole === undefined || tokens.length >= MAX_TOKENS) {
        throw this.#problem(`“${source.slice(at).trim().slice(0, 30)}” is not understood`);
      }
      tokens.push(whole.trim());
      at += whole.length;
    }
    return tokens;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#takes("or")) left = { kind: "or", left, right: this.#and() };
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#takes("and")) left = { kind: "and", left, right: this.#not() };
    return left;
  }

  #not(): Expression {
    let isNegated = false;
    while (this.#takes("not")) isNegated = !isNegated;
    const compared = this.#comparison();
    return isNegated ? { kind: "not", inner: compared } : compared;
  }

  #comparison(): Expression {
    const left = this.#value();
    const by = this.#tokens[this.#at];
    if (by === undefined || !COMPARISONS.includes(by)) return { kind: "is", value: left };
    this.#at += 1;
    return { kind: "compare", by: by as Comparison, left, right: this.#value() };
  }

  #value(): Value {
    const operand = this.#operand();
    const filters: { name: string; arguments: Operand[] }[] = [];
    while (this.#takes("|")) {
      const name = this.#tokens[this.#at] ?? "";
      if (!filterNames.has(name)) throw this.#problem(`there is no filter “${name}”`);
      this.#at += 1;
      const given: Operand[] = [];
      if (this.#takes(":"))
        do given.push(this.#operand());
        while (this.#takes(","));
      filters.push({ name, arguments: given });
    }
    return { operand, filters };
  }

  #operand(): Operand {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.#problem("something is missing at its end");
    this.#at += 1;
    if (/^["']/.test(token))
      return { literal: token.slice(1, -1).replace(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one)) };
    if (/^-?\d/.test(token)) return { literal: Number(token) };
    if (Object.hasOwn(LITERALS, token)) return { literal: LITERALS[token] ?? null };
    if (!/^[A-Za-z_]/.test(token)) throw this.#problem(`“${token}” is where a field should be`);
    return { path: [token, ...this.#path()] };
  }

  /** Parses `.name`, `[0]` and `["a name"]`. */
  #path(): string[] {
    const keys: string[] = [];
    for (;;) {
      if (this.#takes(".")) keys.push(this.#key(/^[A-Za-z_]|^\d+$/));
      else if (this.#takes("[")) {
        keys.push(this.#key(/^-?\d+$|^["']/));
        if (!this.#takes("]")) throw this.#problem("a “[” has no “]”");
      } else return keys;
    }
  }

  #key(form: RegExp): string {
    const token = this.#tokens[this.#at] ?? "";
    if (!form.test(token)) throw this.#problem(`“${token}” isn't the name of a field`);
    this.#at += 1;
    return /^["']/.test(token) ? token.slice(1, -1) : token;
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #end(): void {
    const left = this.#tokens[this.#at];
    if (left !== undefined) throw this.#problem(`“${left}” is too much`);
  }

  #problem(problem: string): TemplateProblem {
    return new TemplateProblem(problem, this.#line);
  }
}
