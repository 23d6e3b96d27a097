import { plainText } from "../../../../util/plain-text.ts";
import { type Attributes, isObject, nameIn, type Values, withoutUrn } from "./attributes.ts";

/** Attributes to include or exclude, as case-insensitive paths. */
export interface Projection {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

const ALWAYS = new Set(["id", "schemas"]);

/** Parses a list of attribute paths. The extension's URN selects all of its attributes. */
export const pathsOf = (text: unknown): string[] =>
  (Array.isArray(text) ? text : typeof text === "string" ? text.split(",") : [])
    .map((path) => plainText(path).trim())
    .filter((path) => path !== "");

export const shows = ({ wanted, unwanted }: Projection, name: string): boolean => {
  const names = (path: string) => (withoutUrn(path).split(".")[0] ?? "").toLowerCase();
  if (wanted.length > 0) return wanted.some((path) => names(path) === name.toLowerCase());
  return !unwanted.some((path) => withoutUrn(path).toLowerCase() === name.toLowerCase());
};

/** Returns the requested parts of a resource, which always include the id. */
export function projected(table: Attributes, resource: Values, { wanted, unwanted }: Projection): Values {
  if (wanted.length > 0) {
    const parts = namedParts(table, wanted);
    return selected(
      resource,
      (name) => ALWAYS.has(name) || parts.get(name),
      (chosen, part) => chosen.has(part),
    );
  }
  const parts = namedParts(table, unwanted);
  const rest = (name: string) => {
    const out = parts.get(name);
    return ALWAYS.has(name) || out === undefined || (out !== true && out);
  };
  return selected(resource, rest, (out, part) => !out.has(part));
}

/** Returns the sub-attributes in `paths` by attribute, or true if a path selects the whole attribute. */
function namedParts(table: Attributes, paths: readonly string[]): ReadonlyMap<string, true | ReadonlySet<string>> {
  const parts = new Map<string, true | Set<string>>();
  for (const path of paths) {
    const inner = withoutUrn(path);
    if (inner === "") {
      const ofExtension = /:extension:/i.test(path);
      for (const name of Object.keys(table))
        if ((table[name]?.extension === true) === ofExtension) parts.set(name, true);
      continue;
    }
    const [first = "", part] = inner.split(".");
    const name = nameIn(table, first) ?? first;
    const known = parts.get(name);
    if (part === undefined || known === true) parts.set(name, true);
    else parts.set(name, new Set([...(known ?? []), nameIn(table[name]?.sub ?? {}, part) ?? part]));
  }
  return parts;
}

/** Returns the chosen attributes of a resource: whole if `choose` returns true, or only some sub-attributes. */
function selected(
  resource: Values,
  choose: (name: string) => boolean | ReadonlySet<string> | undefined,
  hasPart: (parts: ReadonlySet<string>, part: string) => boolean,
): Values {
  const shown: Values = {};
  for (const [name, value] of Object.entries(resource)) {
    const chosen = choose(name);
    if (chosen === true) shown[name] = value;
    if (typeof chosen !== "object") continue;
    const cut = (one: unknown) =>
      isObject(one) ? Object.fromEntries(Object.entries(one).filter(([part]) => hasPart(chosen, part))) : one;
    shown[name] = Array.isArray(value) ? value.map(cut) : cut(value);
  }
  return shown;
}
