import { plainText } from "../../../../util/plain-text.ts";
import { invalidValue } from "./errors.ts";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const MESSAGES = "urn:ietf:params:scim:api:messages:2.0";
export const LIST = `${MESSAGES}:ListResponse`;
export const ERROR = `${MESSAGES}:Error`;

/** An attribute of a resource. The same table of attributes is used to declare, parse, patch and show resources. */
export interface Attribute {
  readonly type: "string" | "boolean" | "complex" | "reference";
  readonly says: string;
  readonly multiple?: true;
  readonly readOnly?: true;
  readonly required?: true;
  /** Whether the attribute is case-sensitive. */
  readonly exact?: true;
  readonly unique?: true;
  /** Whether the attribute belongs to the enterprise extension, whose attributes aren't nested here. */
  readonly extension?: true;
  /** An alternative name some directories use for an attribute. Accepted but not declared. */
  readonly undeclared?: true;
  readonly sub?: Attributes;
}
export type Attributes = Readonly<Record<string, Attribute>>;

/** A resource or complex value, with names from a table. The extension's attributes aren't nested. */
export type Values = Record<string, unknown>;

export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const URN = /^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:\w+(?::|$)/i;

/** Removes the URN prefix from a name or path. Returns "" for the URN of a schema. */
export const withoutUrn = (path: string): string => path.replace(URN, "");

/** Returns a name as spelled in the table, ignoring case, or undefined if it isn't there. */
export const nameIn = (table: Attributes, name: string): string | undefined => {
  const wanted = name.toLowerCase();
  return Object.keys(table).find((known) => known.toLowerCase() === wanted);
};

const MAX_CHARACTERS = 1000;
const MAX_VALUES = 20;

/** Normalizes a resource to the table's names, formats and types. Unknown attributes are dropped. */
export function readValues(table: Attributes, given: Values): Values {
  const read: Values = {};
  for (const [name, value] of flattened(given)) {
    const known = nameIn(table, name);
    const attribute = known === undefined ? undefined : table[known];
    if (known === undefined || attribute === undefined || attribute.readOnly) continue;
    const values = readValue(known, attribute, value);
    if (values !== undefined) read[known] = values;
  }
  return read;
}

/**
 * Returns an object's attributes, including the extension's. Attributes such as `name.givenName` are moved into `name`.
 */
function flattened(given: Values): [name: string, value: unknown][] {
  const flat = new Map<string, unknown>();
  for (const [key, value] of Object.entries(given)) {
    const name = withoutUrn(key);
    if (name === "") {
      if (isObject(value)) for (const inner of flattened(value)) flat.set(...inner);
      continue;
    }
    const dot = name.indexOf(".");
    if (dot < 0) flat.set(name, value);
    else {
      const first = name.slice(0, dot);
      const before = flat.get(first);
      flat.set(first, { ...(isObject(before) ? before : {}), [name.slice(dot + 1)]: value });
    }
  }
  return [...flat];
}

/** Returns the value in normal form, or undefined if it is empty. */
export function readValue(name: string, attribute: Attribute, value: unknown): unknown {
  if (attribute.multiple) {
    if (typeof value === "string" && value !== "") throw invalidValue(`${name} has to be a list.`);
    const list = (Array.isArray(value) ? value : [value]).flatMap((one) => readOne(name, attribute, one) ?? []);
    if (list.length > MAX_VALUES) throw invalidValue(`${name} can't have more than ${MAX_VALUES} values.`);
    return list.length === 0 ? undefined : list;
  }
  if (Array.isArray(value)) throw invalidValue(`${name} has one value, and no list of them.`);
  return readOne(name, attribute, value);
}

function readOne(name: string, { type, sub }: Attribute, value: unknown): unknown {
  if (value === null || value === undefined || value === "") return undefined;
  switch (type) {
    case "boolean":
      return readBoolean(name, value);
    case "complex": {
      if (!isObject(value) && sub?.["value"] === undefined) throw invalidValue(`${name} has to be an object.`);
      const inner = readValues(sub ?? {}, isObject(value) ? value : { value });
      return Object.keys(inner).length === 0 ? undefined : inner;
    }
    case "string":
    case "reference":
      return readText(name, value);
    default:
      return type satisfies never;
  }
}

function readBoolean(name: string, value: unknown): boolean {
  const text = plainText(value).toLowerCase();
  if (text !== "true" && text !== "false") throw invalidValue(`${name} has to be true or false.`);
  return text === "true";
}

function readText(name: string, value: unknown): string {
  if (typeof value === "object") throw invalidValue(`${name} has to be a text.`);
  const text = String(value).replace(/[\p{Cs}\0]/gu, "");
  if (text.length > MAX_CHARACTERS) throw invalidValue(`${name} can't be longer than ${MAX_CHARACTERS} characters.`);
  return text;
}

/** Converts a resource to SCIM's form, with extension attributes nested under their URN. */
export function nested(table: Attributes, { schemas, ...values }: Values): Values {
  const entries = Object.entries(values);
  const isExtension = (name: string) => table[name]?.extension === true;
  const extension = entries.filter(([name]) => isExtension(name));
  return {
    schemas: extension.length > 0 && Array.isArray(schemas) ? [...schemas, ENTERPRISE] : schemas,
    ...Object.fromEntries(entries.filter(([name]) => !isExtension(name))),
    ...(extension.length > 0 && { [ENTERPRISE]: Object.fromEntries(extension) }),
  };
}
