import * as v from "valibot";
import { badRequest } from "../protocol/errors.ts";

const TYPE_NAMES: Record<string, string> = {
  string: "a string",
  number: "an integer",
  integer: "an integer",
  safe_integer: "an integer",
  boolean: "a boolean",
  array: "a list",
  tuple: "a list",
  strict_tuple: "a list",
  object: "a dict",
  loose_object: "a dict",
  strict_object: "a dict",
  record: "a dict",
};

/** Parses a named value. Throws the protocol's error if it is invalid. */
export function parseNamed<T>(name: string, schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const result = v.safeParse(schema, value);
  if (!result.success) throw badRequest(describeIssue(name, result.issues[0]));
  return result.output;
}

/** Returns the protocol's message for an invalid parameter (conventions.md 3, "Validation messages"). */
export function describeIssue(name: string, issue: v.BaseIssue<unknown>): string {
  const where = name + pathText(issue.path);
  if (issue.kind === "schema") {
    const missingKey = issue.received === "undefined" && issue.path !== undefined;
    const parents = issue.path?.slice(0, -1);
    // valibot accepts an array as an object, and then reports its missing keys.
    if (missingKey && Array.isArray(issue.path?.at(-1)?.input)) return `${name}${pathText(parents)} is not a dict`;
    if (missingKey) return `${where} field is missing: Field required`;
    if (issue.type === "strict_object" && issue.expected === "never") {
      return `Argument "${lastKey(issue.path)}" at ${name}${pathText(parents)} is unexpected`;
    }
    if (issue.type === "strict_tuple" && issue.expected === "never") {
      return `${name}${pathText(parents)} is not length ${lastKey(issue.path)}`;
    }
    if (issue.type === "union" || issue.type === "variant")
      return deepest(name, issue) ?? `${where} has invalid format`;
    if (issue.type === "picklist" || issue.type === "literal" || issue.type === "enum") return `Invalid ${where}`;
    return `${where} is not ${TYPE_NAMES[issue.type] ?? `valid: ${issue.expected}`}`;
  }
  switch (issue.type) {
    case "integer":
    case "safe_integer":
      return `${where} is not an integer`;
    case "min_value":
    case "gt_value":
      return `${where} is too small`;
    case "max_value":
    case "lt_value":
      return `${where} is too large`;
    case "min_length":
    case "min_code_points":
    case "non_empty":
      return typeof issue.input === "string" && issue.requirement === 1
        ? `${where} cannot be blank`
        : `${where} is too short.`;
    case "max_length":
    case "max_code_points":
    case "max_entries":
      return `${where} is too long (limit: ${String(issue.requirement)} ${unitOf(issue.input)})`;
    case "length":
      return `${where} is not length ${String(issue.requirement)}`;
    case "regex":
      return `${where} has invalid format`;
    default:
      // This program's own checks have their own messages, with {} as placeholder for the parameter's path.
      return issue.message.replaceAll("{}", where);
  }
}

function unitOf(value: unknown): string {
  if (typeof value === "string") return "characters";
  return Array.isArray(value) ? "items" : "entries";
}

/** Describes the issue of the union alternative that matches best: the one with the longest path. */
function deepest(name: string, issue: v.BaseIssue<unknown>): string | undefined {
  const depth = (i: v.BaseIssue<unknown>) => i.path?.length ?? 0;
  const inner = (issue.issues ?? []).filter((i) => depth(i) > 0 || i.kind === "validation");
  const best = inner.sort((a, b) => depth(b) - depth(a))[0];
  return best && describeIssue(name + pathText(issue.path), best);
}

const lastKey = (path: readonly { key: unknown }[] | undefined) => String(path?.at(-1)?.key);
const pathText = (path: readonly { key: unknown }[] | undefined) =>
  (path ?? [])
    .map((item) => item.key)
    .map((key) => (typeof key === "number" ? `[${key}]` : `["${String(key)}"]`))
    .join("");
