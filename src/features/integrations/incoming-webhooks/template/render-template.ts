import { webUrl } from "../render/compose.ts";
import { boundedPayload, type Datum, escaped, fieldOf, filtered, isEmpty, Markdown, plain } from "./filters.ts";
import type { Comparison, Expression, Value } from "./parse-expression.ts";
import { parseTemplate, type TemplateNode } from "./parse-template.ts";

const MAX_STEPS = 20_000;
const MAX_OUTPUT = 20_000;
const MAX_ROUNDS = 100;
const MAX_VALUE = 20_000;

/**
 * Renders a template with a payload, as Markdown or as a single line of text. Throws TemplateProblem if the template is
 * invalid.
 */
export function renderTemplate(source: string, payload: unknown, form: "markdown" | "line"): string {
  const run = new Run(form === "markdown");
  run.all(parseTemplate(source), { payload: boundedPayload(payload) });
  const text = run.output.toWellFormed();
  return form === "line" ? text.replace(/\s+/g, " ").trim() : text.replace(/\n{3,}/g, "\n\n").trim();
}

/** Names that a template can use: the payload's fields, and loop variables. */
interface Scope {
  readonly payload: unknown;
  readonly names?: ReadonlyMap<string, Datum>;
}

/** Limits work and output. Rendering stops when a limit is reached. */
class Run {
  output = "";
  #steps = 0;

  constructor(private readonly isMarkdown: boolean) {}

  get #isOver(): boolean {
    return this.#steps >= MAX_STEPS || this.output.length >= MAX_OUTPUT;
  }

  all(nodes: readonly TemplateNode[], scope: Scope): void {
    for (const node of nodes) {
      if (this.#isOver) return;
      this.#steps += 1;
      this.#one(node, scope);
    }
  }

  #one(node: TemplateNode, scope: Scope): void {
    switch (node.kind) {
      case "text":
        this.#write(node.text);
        return;
      case "value":
        this.#write(this.#shown(this.#valueOf(node.value, scope)));
        return;
      case "if": {
        const found = node.branches.find(({ condition }) => this.#holds(condition, scope));
        this.all(found?.body ?? node.otherwise, scope);
        return;
      }
      case "for":
        this.#loop(node, scope);
        return;
      default:
        node satisfies never;
    }
  }

  #loop({ name, list, body, otherwise }: Extract<TemplateNode, { kind: "for" }>, scope: Scope): void {
    const value = this.#valueOf(list, scope);
    // In parsed XML, a list with a single item is just that item, an object or a string.
    const all: readonly Datum[] = Array.isArray(value) ? value : isTrue(value) ? [value] : [];
    const items = all.slice(0, MAX_ROUNDS);
    if (items.length === 0) this.all(otherwise, scope);
    for (const [index, item] of items.entries()) {
      if (this.#isOver) return;
      const loop = { index: index + 1, first: index === 0, last: index === items.length - 1, length: items.length };
      this.all(body, { ...scope, names: new Map([...(scope.names ?? []), [name, item], ["forloop", loop]]) });
    }
  }

  #write(text: string): void {
    this.output += text.slice(0, MAX_OUTPUT - this.output.length);
  }

  #shown(value: Datum): string {
    const text = plain(value);
    if (!this.isMarkdown || value instanceof Markdown) return text;
    // The value is the target of a link in the template.
    if (this.output.endsWith("](")) return webUrl(text) ?? "#";
    return escaped(text);
  }

  #valueOf({ operand, filters }: Value, scope: Scope): Datum {
    let value = this.#operand(operand, scope);
    for (const { name, arguments: operands } of filters) {
      const given = operands.map((one) => this.#operand(one, scope));
      for (const one of [value, ...given]) this.#charge(one);
      if (this.#isOver) return "";
      value = filtered(name, value, given);
    }
    return typeof value === "string" ? value.slice(0, MAX_VALUE) : value;
  }

  /** Counts a value's size toward the limit on work. */
  #charge(value: Datum): void {
    this.#steps +=
      typeof value === "object" && value !== null ? 50 : typeof value === "string" ? 1 + value.length / 500 : 1;
  }

  #operand(operand: Value["operand"], { payload, names }: Scope): Datum {
    if ("literal" in operand) return operand.literal;
    const [first = "", ...rest] = operand.path;
    const own = names?.has(first) ? names.get(first) : fieldOf(payload, first);
    // A payload that is a list has no field names, so templates refer to it as `payload`.
    const root = own === undefined && first === "payload" ? payload : own;
    return rest.reduce<Datum>((value, key) => fieldOf(value, key), root);
  }

  #holds(expression: Expression, scope: Scope): boolean {
    this.#steps += 1;
    switch (expression.kind) {
      case "is":
        return isTrue(this.#valueOf(expression.value, scope));
      case "not":
        return !this.#holds(expression.inner, scope);
      case "and":
        return this.#holds(expression.left, scope) && this.#holds(expression.right, scope);
      case "or":
        return this.#holds(expression.left, scope) || this.#holds(expression.right, scope);
      case "compare": {
        const [left, right] = [this.#valueOf(expression.left, scope), this.#valueOf(expression.right, scope)];
        this.#charge(left);
        this.#charge(right);
        return !this.#isOver && compares(left, expression.by, right);
      }
      default:
        return expression satisfies never;
    }
  }
}

const isTrue = (value: Datum): boolean => value !== 0 && !isEmpty(value);

function compares(left: Datum, by: Comparison, right: Datum): boolean {
  switch (by) {
    case "==":
      return plain(left) === plain(right);
    case "!=":
      return plain(left) !== plain(right);
    case "contains": {
      const sought = plain(right);
      return Array.isArray(left)
        ? left.slice(0, 1000).some((item) => plain(item) === sought)
        : plain(left).includes(sought);
    }
    default:
      return isOrdered(order(left, right), by);
  }
}

const isOrdered = (order: number, by: ">" | "<" | ">=" | "<="): boolean =>
  by === ">" ? order > 0 : by === "<" ? order < 0 : by === ">=" ? order >= 0 : order <= 0;

/** Compares two values as numbers if both are numeric, even as strings, otherwise as strings. */
function order(left: Datum, right: Datum): number {
  const [a, b] = [plain(left), plain(right)];
  const [x, y] = [Number(a), Number(b)];
  if (a !== "" && b !== "" && !Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}
