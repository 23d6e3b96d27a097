import { plainText } from "../../../../util/plain-text.ts";
import { type Attribute, type Attributes, isObject, nameIn, readValue, type Values, withoutUrn } from "./attributes.ts";
import { invalidFilter, invalidPath, invalidSyntax, invalidValue, mutability, noTarget, tooLarge } from "./errors.ts";
import { type Filter, fits, parseFilter, pathsIn } from "./filter.ts";

/** An operation of a PATCH (RFC 7644, 3.5.2). */
export interface Operation {
  readonly op: "add" | "remove" | "replace";
  readonly path: string | undefined;
  readonly value: unknown;
}

const MAX_OPERATIONS = 1000;

/** Parses the operations of a PATCH; `op` is case-insensitive. */
export function readOperations(body: Values): Operation[] {
  const key = Object.keys(body).find((name) => name.toLowerCase() === "operations");
  const list = key === undefined ? undefined : body[key];
  if (!Array.isArray(list) || list.length === 0) throw invalidSyntax("A PATCH needs a list of Operations.");
  if (list.length > MAX_OPERATIONS) throw tooLarge(`A PATCH can't have more than ${MAX_OPERATIONS} operations.`);
  return list.map((one: unknown) => {
    if (!isObject(one)) throw invalidSyntax("An operation has to be an object.");
    const [op, path] = [plainText(one["op"]).toLowerCase(), one["path"] ?? undefined];
    if (op !== "add" && op !== "remove" && op !== "replace")
      throw invalidSyntax("op has to be add, remove or replace.");
    if (path !== undefined && typeof path !== "string") throw invalidPath("A path has to be a text.");
    if (op === "remove" && path === undefined) throw noTarget("remove needs a path.");
    if (path === "") throw invalidPath("A path can't be empty.");
    if (op !== "remove" && one["value"] === undefined) throw invalidValue(`${op} needs a value.`);
    return { op, path, value: one["value"] };
  });
}

/** A parsed path: an attribute, optionally with a filter for its values and a sub-attribute. */
interface Path {
  readonly name: string;
  readonly filter: Filter | undefined;
  readonly part: string | undefined;
}

const PATH = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

export function readPath(text: string): Path {
  const [, name, filter, part] = PATH.exec(withoutUrn(text.trim())) ?? [];
  if (name === undefined) throw invalidPath(`${text.slice(0, 100)} is no path.`);
  return { name, filter: filter === undefined ? undefined : parseFilter(filter), part };
}

/** Applies operations to a copy of a resource. Ignores attributes that aren't in the table. */
export function patched(table: Attributes, resource: Values, operations: readonly Operation[]): Values {
  const values = structuredClone(resource);
  for (const operation of operations) apply(table, values, operation);
  return values;
}

function apply(table: Attributes, values: Values, { op, path, value }: Operation): void {
  if (path === undefined || withoutUrn(path) === "") {
    if (op === "remove") {
      for (const [name, { extension }] of Object.entries(table)) if (extension) delete values[name];
      return;
    }
    if (!isObject(value)) throw invalidValue(`${op} without a path needs an object.`);
    for (const [key, inner] of Object.entries(value)) {
      if (!isIgnored(table, values, [key, inner])) apply(table, values, { op, path: key, value: inner });
    }
    return;
  }
  const { name, filter, part } = readPath(path);
  if (/^(?:id|meta|schemas)$/i.test(name)) throw mutability(`${name} can't be changed.`);
  const known = nameIn(table, name);
  const attribute = known === undefined ? undefined : table[known];
  if (known === undefined || attribute === undefined) return;
  if (filter !== undefined) checkFilter(filter, known, attribute);
  if (op !== "remove" && value === null && attribute.type === "boolean") throw invalidValue(`${known} can't be null.`);
  if (attribute.readOnly) throw mutability(`${known} can't be changed.`);
  const found = { name: known, attribute, part: part && partNamed(attribute, part) };
  if (part !== undefined && found.part === undefined) return;
  if (attribute.multiple) values[known] = changedList(objectsIn(values[known]), found, { op, filter, value });
  else values[known] = changedValue(values[known], found, { op, value });
  if (values[known] === undefined) delete values[known];
}

/** Throws if a filter is applied to a single-valued attribute, or uses sub-attributes that don't exist. */
function checkFilter(filter: Filter, name: string, attribute: Attribute): void {
  if (!attribute.multiple) throw invalidPath(`${name} has one value, which no filter chooses.`);
  const strange = pathsIn(filter).find((path) => nameIn(attribute.sub ?? {}, path) === undefined);
  if (strange !== undefined) throw invalidFilter(`${name} has no ${strange.slice(0, 100)}.`);
}

/** True for read-only attributes in an operation without a path, where directories include ids and schemas. */
const isIgnored = (table: Attributes, { id }: Values, [key, value]: readonly [string, unknown]): boolean => {
  const name = withoutUrn(key);
  const known = nameIn(table, name);
  if (/^id$/i.test(name)) return value === id;
  return /^(?:meta|schemas)$/i.test(name) || (known !== undefined && table[known]?.readOnly === true);
};

interface PatchTarget {
  readonly name: string;
  readonly attribute: Attribute;
  readonly part: string | undefined;
}
type Change = Pick<Operation, "op" | "value"> & { readonly filter?: Filter | undefined };

const partNamed = ({ sub = {} }: Attribute, part: string) => nameIn(sub, part);
const objectsIn = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isObject) : []);

function changedValue(before: unknown, { name, attribute, part }: PatchTarget, { op, value }: Change): unknown {
  if (part === undefined) {
    if (op === "remove") return undefined;
    const wanted = readValue(name, attribute, value);
    return isObject(before) && isObject(wanted) ? { ...before, ...wanted } : wanted;
  }
  return withPart(isObject(before) ? before : {}, { name, attribute, part }, { op, value });
}

/** Changes one sub-attribute of a complex value. Returns undefined if the value becomes empty. */
function withPart(
  before: Values,
  { name, attribute: { sub = {} }, part = "" }: PatchTarget,
  { op, value }: Change,
): Values | undefined {
  const { [part]: _, ...rest } = before;
  const known = sub[part];
  const wanted = op === "remove" || known === undefined ? undefined : readValue(`${name}.${part}`, known, value);
  const after = wanted === undefined ? rest : { ...before, [part]: wanted };
  return Object.keys(after).length === 0 ? undefined : after;
}

function changedList(before: readonly Values[], found: PatchTarget, change: Change): Values[] | undefined {
  const after = listAfter(before, found, change);
  return after.length === 0 ? undefined : onePrimary(before, objectsIn(readValue(found.name, found.attribute, after)));
}

function listAfter(before: readonly Values[], found: PatchTarget, { op, filter, value }: Change): Values[] {
  const { name, attribute, part } = found;
  const isChosen = (one: Values) => filter === undefined || fits(filter, one);
  if (op === "remove") {
    if (part !== undefined)
      return before.flatMap<Values>((one) => (isChosen(one) ? (withPart(one, found, { op, value }) ?? []) : one));
    const named = objectsIn(value === undefined ? undefined : readValue(name, attribute, value));
    return before.filter(
      (one) => !isChosen(one) || (named.length > 0 && !named.some((gone) => isSameValue(one, gone))),
    );
  }
  if (part === undefined && filter === undefined) {
    const wanted = objectsIn(readValue(name, attribute, value));
    if (op === "replace") return wanted;
    return [...before, ...wanted.filter((one) => !before.some((present) => isSameValue(present, one)))];
  }
  const changed = (one: Values): Values =>
    part === undefined
      ? { ...one, ...objectsIn(readValue(name, attribute, value))[0] }
      : (withPart(one, found, { op, value }) ?? {});
  if (before.some(isChosen)) return before.map((one) => (isChosen(one) ? changed(one) : one));
  // Directories also refer to values that don't exist yet. These are created with the properties in the filter.
  return [...before, changed(filter === undefined ? {} : impliedBy(filter))];
}

/** Returns a value that matches a filter, consisting of the sub-attributes that the filter compares with `eq`. */
function impliedBy(filter: Filter): Values {
  if (filter.kind === "and") return { ...impliedBy(filter.left), ...impliedBy(filter.right) };
  if (filter.kind === "compare" && filter.operator === "eq") return { [filter.path]: filter.value };
  throw noTarget("Nothing fits the filter of the path.");
}

/**
 * Whether two objects in a list represent the same value: their `value` is equal, and so is `type` if both have one.
 */
const isSameValue = (one: Values, other: Values): boolean =>
  plainText(one["value"]).toLowerCase() === plainText(other["value"]).toLowerCase() &&
  (one["type"] === undefined || other["type"] === undefined || one["type"] === other["type"]);

/** Makes sure that at most one value is primary: the one that has just become primary. */
function onePrimary(before: readonly Values[], after: readonly Values[]): Values[] {
  const primary = after.filter((one) => one["primary"] === true);
  if (primary.length < 2) return [...after];
  const wasPrimary = (one: Values) => before.some((old) => old["primary"] === true && isSameValue(old, one));
  const chosen = primary.find((one) => !wasPrimary(one)) ?? primary[0];
  return after.map((one) => (one["primary"] === true && one !== chosen ? { ...one, primary: false } : one));
}
