import type { Json } from "../../../../support/json.ts";

export type Comparison = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";

/** A filter of RFC 7644 as a tree. */
export type Filter =
  | { readonly kind: "compare"; readonly path: string; readonly by: Comparison; readonly value: string | boolean }
  | { readonly kind: "present"; readonly path: string }
  | { readonly kind: "not"; readonly of: Filter }
  | { readonly kind: "and" | "or"; readonly left: Filter; readonly right: Filter }
  /** All conditions in the brackets must hold for the same value. Their paths are relative to the attribute. */
  | { readonly kind: "values"; readonly path: string; readonly of: Filter };

type Kind = "exact" | "text" | "time" | "boolean";

/** The attributes of accounts that filters can use, and how their values are compared. */
export const ATTRIBUTES: Readonly<Record<string, Kind>> = {
  id: "exact",
  externalId: "exact",
  userName: "text",
  displayName: "text",
  active: "boolean",
  "name.formatted": "text",
  "name.familyName": "text",
  "name.givenName": "text",
  emails: "text",
  "emails.value": "text",
  "emails.type": "text",
  "meta.created": "time",
  "meta.lastModified": "time",
};

/** Returns the values of an attribute, of which any can match. Empty if the attribute is missing. */
function valuesAt(resource: Json, path: string): readonly Json[] {
  const [first = "", second] = path.split(".");
  const top = resource[first];
  const all = (Array.isArray(top) ? top : [top]).map((one) => {
    if (second !== undefined) return one?.[second];
    return Array.isArray(top) ? one?.value : one;
  });
  return all.filter((one) => one !== undefined && one !== null && one !== "");
}

const folded = (kind: Kind, value: Json): Json => {
  if (kind === "time") return Date.parse(value);
  return kind === "text" ? value.toLowerCase() : value;
};

function compares(actual: Json, by: Comparison, value: Json, kind: Kind): boolean {
  const [a, b] = [folded(kind, actual), folded(kind, value)];
  switch (by) {
    case "eq":
      return a === b;
    case "ne":
      return a !== b;
    case "co":
      return a.includes(b);
    case "sw":
      return a.startsWith(b);
    case "ew":
      return a.endsWith(b);
    case "gt":
      return a > b;
    case "ge":
      return a >= b;
    case "lt":
      return a < b;
    case "le":
      return a <= b;
  }
}

/** Choices that the standard leaves to servers. */
interface Reading {
  /** True if a missing attribute counts as unequal to every value. */
  readonly absentIsUnequal: boolean;
}

/** True if a filter matches an account, exactly as the standard says: checks each value, without an index. */
export function matches(filter: Filter, resource: Json, reading: Reading, prefix = ""): boolean {
  switch (filter.kind) {
    case "compare": {
      const values = valuesAt(resource, filter.path);
      if (filter.by === "ne" && values.length === 0) return reading.absentIsUnequal;
      const kind = ATTRIBUTES[`${prefix}${filter.path}`] ?? "text";
      return values.some((one) => compares(one, filter.by, filter.value, kind));
    }
    case "present":
      return valuesAt(resource, filter.path).length > 0;
    case "not":
      return !matches(filter.of, resource, reading, prefix);
    case "and":
      return matches(filter.left, resource, reading, prefix) && matches(filter.right, resource, reading, prefix);
    case "or":
      return matches(filter.left, resource, reading, prefix) || matches(filter.right, resource, reading, prefix);
    case "values":
      return (resource[filter.path] ?? []).some((one: Json) => matches(filter.of, one, reading, `${filter.path}.`));
  }
}

/** Chooses one of `count` notations that the grammar allows. Each call makes the next choice. */
type Choose = (count: number) => number;

/** Writes a filter as text. Case, brackets, escapes and schema prefix vary without changing the meaning. */
export function written(filter: Filter, choose: Choose, prefix = ""): string {
  const word = (text: string) =>
    [text, text.toUpperCase(), text[0]?.toUpperCase() + text.slice(1)][choose(3)] as string;
  const path = (text: string) => {
    const name = [text, text, text, text.toUpperCase(), text.toLowerCase()][choose(5)] as string;
    const isCore = prefix === "" && !["id", "externalId"].includes(text) && !text.startsWith("meta.");
    return isCore && choose(6) === 0 ? `urn:ietf:params:scim:schemas:core:2.0:User:${name}` : name;
  };
  const part = (of: Filter) =>
    of.kind === "and" || of.kind === "or" ? `(${written(of, choose, prefix)})` : written(of, choose, prefix);
  switch (filter.kind) {
    case "compare":
      return `${path(filter.path)} ${word(filter.by)} ${writtenValue(filter.value, choose)}`;
    case "present":
      return `${path(filter.path)} ${word("pr")}`;
    case "not":
      return `${word("not")} (${written(filter.of, choose, prefix)})`;
    case "and":
      return `${part(filter.left)} ${word("and")} ${part(filter.right)}`;
    case "or": {
      // "And" binds tighter than "or", so neither side needs parentheses.
      const side = (of: Filter) => (choose(2) === 0 ? part(of) : written(of, choose, prefix));
      return `${side(filter.left)} ${word("or")} ${side(filter.right)}`;
    }
    case "values":
      return `${path(filter.path)}[${written(filter.of, choose, `${filter.path}.`)}]`;
  }
}

function writtenValue(value: string | boolean, choose: Choose): string {
  if (typeof value === "boolean") return String(value);
  const characters = [...value].map((one) => {
    const isSpecial = /["\\]|\p{Cc}/u.test(one);
    if (one.length === 1 && choose(12) === 0) return `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return isSpecial ? JSON.stringify(one).slice(1, -1) : one;
  });
  return `"${characters.join("")}"`;
}
