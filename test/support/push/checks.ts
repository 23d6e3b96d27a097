import * as v from "valibot";

/** An error response of the service. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: object;

  constructor(code: string, message: string, status = 400, more: object = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.more = more;
  }
}

export const badRequest = (message: string) => new Refusal("BAD_REQUEST", message);

/** Parses a value, or throws a refusal with the path and reason of the first problem. */
export function read<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw badRequest(`Invalid ${v.getDotPath(issue) ?? "request"}: ${issue.message}`);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("Malformed JSON");
  }
}

/** A schema for a form value that contains JSON. */
export const json = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return JSON.parse(dataset.value);
      } catch {
        addIssue({ message: "not JSON" });
        return NEVER;
      }
    }),
    schema,
  );

export const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, "not a UUID"),
);
export const uuid4 = v.pipe(uuid, v.regex(/^.{14}4/, "not a UUID of version 4"));
export const integer = v.pipe(v.number(), v.integer());
export const uint32 = v.pipe(integer, v.minValue(0), v.maxValue(2 ** 32 - 1));

/** Parses a form body, in which each field may occur once. */
export function formOf(type: string, body: string): Record<string, string> {
  if (!type.startsWith("application/x-www-form-urlencoded")) throw badRequest(`A form is expected, not ${type}`);
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in fields) throw badRequest(`More than one ${name}`);
    fields[name] = value;
  }
  return fields;
}

export function jsonOf(type: string, body: string): unknown {
  if (!type.startsWith("application/json")) throw badRequest(`JSON is expected, not ${type}`);
  return parseJson(body);
}

const MAX_TOKEN = 4096;

/** Throws for a token that can't come from Apple or Google. */
export function checkToken(kind: Platform, token: string, refuse: (message: string) => Refusal): void {
  if (token === "" || token.length > MAX_TOKEN) throw refuse("Empty or invalid length token");
  if (kind === "apns" && !/^(?:[0-9a-fA-F]{2})+$/.test(token)) throw refuse("Invalid APNS token");
}

export type Platform = "fcm" | "apns";

export const appId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9.-]+$/, "Invalid app ID"));
