import * as v from "valibot";
import { boundedText, jsonBound, textBound } from "../protocol/bounded.ts";
import { badRequest, missingArgument } from "../protocol/errors.ts";
import { limits, type TextKind } from "../protocol/limit-table.ts";
import { foreignJson, TooMuchJson } from "../util/foreign-json.ts";
import { describeIssue } from "./issue.ts";

type Schema<T> = v.GenericSchema<unknown, T>;

/**
 * The way from a parameter's text to its value: as it is; as it is or as a JSON string (clients send words both ways); as
 * JSON; or as JSON where it parses and as it is otherwise.
 */
type Coding = "text" | "quotable" | "json" | "either";

/** A parameter of an endpoint: its schema serves as the type, as the check, and in the OpenAPI document. */
export interface Parameter<T> {
  readonly schema: Schema<T>;
  readonly coding: Coding;
  /** The most characters that it may be sent in; more are refused before they are decoded. */
  readonly most: number;
  readonly required: boolean;
  readonly fallback: T | undefined;
  /** Older names that clients still send; a request with two of the names is refused. */
  readonly aliases: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: any parameter, of whatever type
export type Parameters = Record<string, Parameter<any>>;
export type Values<P extends Parameters> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** Space around a text, which many parameters trim before they check its length. */
const TRIM_ALLOWANCE = 1000;

/** Throws, when the program starts, for a schema that does not limit the size of its values. */
function parameter<T>(schema: Schema<T>, coding: Coding): Parameter<T> {
  const inText = coding === "json" ? undefined : textBound(schema);
  const inJson = coding === "text" ? undefined : jsonBound(schema);
  const bound = coding === "text" ? inText : inJson;
  if (bound === undefined) throw new Error(`a parameter has no limit: ${schema.type}, ${schema.expects}`);
  const most = Math.min(Math.max(bound, 2 * (inText ?? 0)) + TRIM_ALLOWANCE, limits.request.form_bytes);
  return { schema, coding, most, required: true, fallback: undefined, aliases: [] };
}

/** Text as it is sent, of at most the length of its kind. */
export const text = (kind: TextKind): Parameter<string> => parameter(boundedText(kind), "text");
/** Text that some clients send as a JSON string. */
export const quotableText = (kind: TextKind): Parameter<string> => parameter(boundedText(kind), "quotable");
/** Text of a form, which some clients send as a JSON string. */
export const quotableTextOf = <T>(schema: Schema<T>): Parameter<T> => parameter(schema, "quotable");
export const integer: Parameter<number> = parameter(v.pipe(v.number(), v.safeInteger()), "json");
export const count: Parameter<number> = parameter(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), "json");
export const boolean: Parameter<boolean> = parameter(v.boolean(), "json");
/** A parameter that is one of a few words. */
export const oneOf = <const T extends string>(...words: T[]): Parameter<T> => parameter(v.picklist(words), "quotable");
/** JSON of the described form. */
export const json = <T>(schema: Schema<T>): Parameter<T> => parameter(schema, "json");
/** JSON where it is JSON, else a bare string: the schema sees either. */
export const jsonOrText = <T>(schema: Schema<T>): Parameter<T> => parameter(schema, "either");
/** Text of the described form. */
export const textOf = <T>(schema: Schema<T>): Parameter<T> => parameter(schema, "text");

export function optional<T>(inner: Parameter<T>): Parameter<T | undefined>;
export function optional<T>(inner: Parameter<T>, fallback: T): Parameter<T>;
export function optional<T>(inner: Parameter<T>, fallback?: T): Parameter<T | undefined> {
  return { ...inner, required: false, fallback };
}

export const alias = <T>(inner: Parameter<T>, ...names: string[]): Parameter<T> => ({
  ...inner,
  aliases: [...inner.aliases, ...names],
});

export const tooLong = (name: string, { schema, most }: Parameter<unknown>) =>
  badRequest(`${name} is too long (limit: ${textBound(schema) ?? most} characters)`);

/** The value of one parameter from its text, or the protocol's error for it. */
export function decode<T>(name: string, parameter: Parameter<T>, raw: string): T {
  const { schema, coding, most } = parameter;
  if (raw.length > most) throw tooLong(name, parameter);
  const value = parsed(name, coding, raw);
  // Only the first fault is told. Each keeps what it was found in, so that no others are looked for.
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  throw badRequest(describeIssue(name, result.issues[0]));
}

export function absent<T>(name: string, { required, fallback }: Parameter<T>): T | undefined {
  if (required) throw missingArgument(name);
  return fallback;
}

/**
 * Values that another program has decoded, and those that it does not know: they have the value that they have where
 * nobody sends them. Undefined where one of these has to be sent.
 */
export function withAbsent(
  parameters: Parameters,
  values: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const unknown = Object.entries(parameters).filter(([name]) => !Object.hasOwn(values, name));
  if (unknown.some(([, { required }]) => required)) return undefined;
  return { ...values, ...Object.fromEntries(unknown.map(([name, { fallback }]) => [name, fallback])) };
}

function parsed(name: string, coding: Coding, raw: string): unknown {
  if (coding === "text") return raw;
  // Most values are bare words: parsing each as JSON would cost an exception.
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
