import * as v from "valibot";
import { boundedText, jsonBound, textBound } from "../protocol/bounded.ts";
import { badRequest, missingArgument } from "../protocol/errors.ts";
import { limits, type TextKind } from "../protocol/limit-table.ts";
import { foreignJson, TooMuchJson } from "../util/foreign-json.ts";
import { mapValues } from "../util/records.ts";
import { describeIssue } from "./issue.ts";

type Schema<T> = v.GenericSchema<unknown, T>;

/**
 * How a parameter's text becomes its value: as is; as is or as a JSON string, because clients send both; as JSON; or as
 * JSON if it parses and as is otherwise.
 */
type Coding = "text" | "quotable" | "json" | "either";

export interface Parameter<T> {
  readonly schema: Schema<T>;
  readonly coding: Coding;
  /** Maximum length as sent, in characters. Longer values are refused before decoding. */
  readonly most: number;
  readonly required: boolean;
  readonly fallback: T | undefined;
  /** Older names that clients still send. A request with two of the names is refused. */
  readonly aliases: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: any parameter, of whatever type
export type Parameters = Record<string, Parameter<any>>;
export type Values<P extends Parameters> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** Extra characters allowed for surrounding whitespace, because many parameters trim it before checking the length. */
const TRIM_ALLOWANCE = 1000;

/** Throws at startup for a schema that doesn't limit the size of its values. */
function parameter<T>(schema: Schema<T>, coding: Coding): Parameter<T> {
  const inText = coding === "json" ? undefined : textBound(schema);
  const inJson = coding === "text" ? undefined : jsonBound(schema);
  const bound = coding === "text" ? inText : inJson;
  if (bound === undefined) throw new Error(`a parameter has no limit: ${schema.type}, ${schema.expects}`);
  const most = Math.min(Math.max(bound, 2 * (inText ?? 0)) + TRIM_ALLOWANCE, limits.request.form_bytes);
  return { schema, coding, most, required: true, fallback: undefined, aliases: [] };
}

export const text = (kind: TextKind): Parameter<string> => parameter(boundedText(kind), "text");
/** Text that some clients send as a JSON string. */
export const quotableText = (kind: TextKind): Parameter<string> => parameter(boundedText(kind), "quotable");
/** Text matching a schema, which some clients send as a JSON string. */
export const quotableTextOf = <T>(schema: Schema<T>): Parameter<T> => parameter(schema, "quotable");
export const integer: Parameter<number> = parameter(v.pipe(v.number(), v.safeInteger()), "json");
export const count: Parameter<number> = parameter(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), "json");
export const boolean: Parameter<boolean> = parameter(v.boolean(), "json");
export const oneOf = <const T extends string>(...words: T[]): Parameter<T> => parameter(v.picklist(words), "quotable");
export const json = <T>(schema: Schema<T>): Parameter<T> => parameter(schema, "json");
/** JSON if it parses, otherwise a bare string. The schema is applied to either. */
export const jsonOrText = <T>(schema: Schema<T>): Parameter<T> => parameter(schema, "either");
export const textParameter = <T>(schema: Schema<T>): Parameter<T> => parameter(schema, "text");

export function optional<T>(inner: Parameter<T>): Parameter<T | undefined>;
export function optional<T>(inner: Parameter<T>, fallback: T): Parameter<T>;
export function optional<T>(inner: Parameter<T>, fallback?: T): Parameter<T | undefined> {
  return { ...inner, required: false, fallback };
}

/** Makes all parameters optional, without fallbacks, for requests that change only what they name. */
export function optionalAll<P extends Parameters>(params: P): { [K in keyof P]: Parameter<Values<P>[K] | undefined> };
export function optionalAll(params: Parameters): Parameters {
  return mapValues(params, (one) => optional(one));
}

export const alias = <T>(inner: Parameter<T>, ...names: string[]): Parameter<T> => ({
  ...inner,
  aliases: [...inner.aliases, ...names],
});

export const tooLong = (name: string, { schema, most }: Parameter<unknown>) =>
  badRequest(`${name} is too long (limit: ${textBound(schema) ?? most} characters)`);

/** Decodes a parameter's text. Throws the protocol's error if it is invalid. */
export function decode<T>(name: string, parameter: Parameter<T>, raw: string): T {
  const { schema, coding, most } = parameter;
  if (raw.length > most) throw tooLong(name, parameter);
  const value = decodeValue(name, coding, raw);
  // Stop at the first issue: only that is reported, and each issue retains its input.
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  throw badRequest(describeIssue(name, result.issues[0]));
}

export function absent<T>(name: string, { required, fallback }: Parameter<T>): T | undefined {
  if (required) throw missingArgument(name);
  return fallback;
}

/**
 * Adds defaults for missing parameters, such as new ones that an older Worker didn't decode. Returns undefined if a
 * required one is missing.
 */
export function withAbsent(
  parameters: Parameters,
  values: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const unknown = Object.entries(parameters).filter(([name]) => !Object.hasOwn(values, name));
  if (unknown.some(([, { required }]) => required)) return undefined;
  return { ...values, ...Object.fromEntries(unknown.map(([name, { fallback }]) => [name, fallback])) };
}

function decodeValue(name: string, coding: Coding, raw: string): unknown {
  if (coding === "text") return raw;
  // Most values are bare words. Parsing each as JSON would cost an exception.
  if (coding === "quotable" && !raw.startsWith('"')) return raw;
  try {
    return foreignJson(raw);
  } catch (error) {
    if (error instanceof TooMuchJson)
      throw badRequest(error.isTooDeep ? `${name} is nested too deeply` : `${name} has too many values`);
    if (coding === "json") throw badRequest(`${name} is not valid JSON`);
    return raw;
  }
}
