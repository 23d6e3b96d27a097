import { PERMISSION } from "./furnished.ts";
import type { Field, Operation } from "./operations.ts";
import type { Json } from "./person.ts";
import type { Random } from "./random.ts";
import { usual } from "./samples.ts";

/**
 * For each field that may hold an id, requests that name somebody else's thing in it, the rest being in order. Whoever
 * does not have one of each kind says what is named instead.
 */
export function* attempts(
  { path, variables, fields }: Operation,
  ids: Record<string, readonly Json[]>,
  random: Random,
  instead?: Json,
) {
  const text = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));
  const foreign = ({ name, schema }: Field): readonly Json[] => {
    const isPermission = JSON.stringify(schema).includes("direct_members");
    const values = ids[isPermission ? PERMISSION : name] ?? [];
    if (values.length > 0 || !/_ids?$/.test(name)) return values;
    if (instead !== undefined) return [instead];
    throw new Error(`say in support/furnished.ts what ${name} of ${path} is`);
  };
  for (const field of [...variables, ...fields]) {
    for (const value of foreign(field)) {
      const inPath = new Map(variables.map((each) => [each.name, text(foreign(each)[0] ?? "1")]));
      const sent = new Map<string, string>();
      for (const { name, schema, required } of fields) if (required) sent.set(name, usual(name, schema, random));
      (variables.includes(field) ? inPath : sent).set(field.name, text(value));
      yield { variables: Object.fromEntries(inPath), fields: [...sent] };
    }
  }
}
