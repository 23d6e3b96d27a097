import * as v from "valibot";
import { type ListKind, limits, type TextKind } from "./limit-table.ts";

export const boundedText = (kind: TextKind) => v.pipe(v.string(), v.maxCodePoints(limits.text[kind]));

/** A time in whole seconds since 1970, up to the year 9999. Later years can't be written in the usual date formats. */
export const datableSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(253_402_300_799));

export const boundedList = <const Item extends v.GenericSchema>(item: Item, kind: ListKind) =>
  v.pipe(v.array(item), v.maxLength(limits.list[kind]));

/** Schema for an object with arbitrary keys. `kind` determines the maximum number of entries. */
export const boundedRecord = <const Value extends v.GenericSchema>(key: TextKind, value: Value, kind: ListKind) =>
  v.pipe(v.record(boundedText(key), value), v.maxEntries(limits.list[kind]));

/** Declares the maximum JSON length of a value whose schema doesn't limit it. */
export const sized = <const Schema extends v.GenericSchema>(schema: Schema, characters: number) =>
  v.pipe(schema, v.metadata({ characters }));

/** Maximum JSON length of a character: two escaped UTF-16 units of six characters each. */
const ESCAPED = 12;
const NUMBER = 30;
const PUNCTUATION = 8;

/** Returns the maximum JSON length of a value with this schema, or undefined if unbounded. */
export function jsonBound(schema: v.GenericSchema): number | undefined {
  const { stated, texts } = boundsIn(schema);
  if (stated !== undefined) return stated;
  const [base, ...actions] = stepsOf(schema);
  const most = (type: string) => requirement(actions, type);
  switch (base.type) {
    case "string":
      return texts === undefined ? undefined : texts * ESCAPED + PUNCTUATION;
    case "number":
    case "boolean":
    case "null":
    case "undefined":
      return NUMBER;
    case "picklist":
    case "enum":
    case "literal":
      return longest(base) * ESCAPED + NUMBER;
    case "never":
      return 0;
    case "nullable":
    case "nullish":
    case "optional":
    case "undefinedable":
    case "exact_optional":
      return atLeast(jsonBound(part(base, "wrapped")), NUMBER);
    case "union":
    case "variant":
      return max(parts(base, "options").map(jsonBound));
    case "tuple":
    case "strict_tuple":
    case "intersect":
      return sum(parts(base, base.type === "intersect" ? "options" : "items").map(jsonBound));
    case "object":
    case "loose_object":
    case "strict_object":
      return sum(Object.entries(entriesOf(base)).map(([name, entry]) => add(jsonBound(entry), name.length)));
    case "array":
      return times(jsonBound(part(base, "item")), most("max_length"));
    case "record":
      return times(sum([jsonBound(part(base, "key")), jsonBound(part(base, "value"))]), most("max_entries"));
    default:
      return undefined;
  }
}

/** Returns the maximum code points of a string with this schema, or undefined if unbounded. */
export function textBound(schema: v.GenericSchema): number | undefined {
  const [base] = stepsOf(schema);
  if (base.type === "string") return boundsIn(schema).texts;
  if (base.type === "union") return max(parts(base, "options").map(textBound));
  if (base.type === "picklist" || base.type === "literal" || base.type === "enum") return longest(base);
  return undefined;
}

interface SchemaNode {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly metadata?: { readonly characters?: number };
}

/** Returns the steps of a schema's pipe. If the pipe starts with another pipe, that one's steps take its place. */
function stepsOf(schema: v.GenericSchema): [base: SchemaNode, ...actions: SchemaNode[]] {
  const { pipe } = schema as { pipe?: readonly [v.GenericSchema, ...SchemaNode[]] };
  if (pipe === undefined) return [schema];
  const [first, ...rest] = pipe;
  const [base, ...actions] = first === schema ? [first as SchemaNode] : stepsOf(first);
  // A pipe that starts with `unknown` gets its bound from the schema that follows.
  const form = base.type === "unknown" ? [...actions, ...rest].find(({ kind }) => kind === "schema") : undefined;
  const [known, ...more] = form === undefined ? [base] : stepsOf(form as unknown as v.GenericSchema);
  return [known, ...more, ...actions, ...rest];
}

function boundsIn(schema: v.GenericSchema): { stated: number | undefined; texts: number | undefined } {
  const [, ...actions] = stepsOf(schema);
  const stated = actions.find(({ type }) => type === "metadata")?.metadata?.characters;
  const texts = ["max_code_points", "max_length", "length"].flatMap((type) => requirement(actions, type) ?? []);
  return { stated, texts: texts.length === 0 ? undefined : Math.min(...texts) };
}

const requirement = (actions: readonly SchemaNode[], type: string): number | undefined => {
  const found = actions.filter((action) => action.type === type).map((action) => Number(action.requirement));
  return found.length === 0 ? undefined : Math.min(...found);
};

const part = (schema: object, name: string) => (schema as Record<string, v.GenericSchema>)[name] ?? v.never();
const parts = (schema: object, name: string) => (schema as Record<string, v.GenericSchema[]>)[name] ?? [];
const entriesOf = (schema: object) => (schema as { entries: Record<string, v.GenericSchema> }).entries;

function longest(schema: object): number {
  const { options, literal } = schema as { options?: readonly unknown[]; literal?: unknown };
  return Math.max(...(options ?? [literal]).map((one) => String(one).length));
}

type Bound = number | undefined;
const add = (bound: Bound, more: number): Bound => (bound === undefined ? undefined : bound + more + PUNCTUATION);
const atLeast = (bound: Bound, least: number): Bound => (bound === undefined ? undefined : Math.max(bound, least));
const times = (bound: Bound, count: Bound): Bound =>
  bound === undefined || count === undefined ? undefined : count * (bound + PUNCTUATION) + PUNCTUATION;
const sum = (bounds: readonly Bound[]): Bound =>
  bounds.reduce((all, bound) => (all === undefined || bound === undefined ? undefined : all + bound), PUNCTUATION);
const max = (bounds: readonly Bound[]): Bound =>
  bounds.some((bound) => bound === undefined) ? undefined : Math.max(0, ...bounds.map(Number));
