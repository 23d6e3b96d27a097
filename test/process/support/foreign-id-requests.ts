import { PERMISSION } from "./filled-organization.ts";
import type { Field, Operation } from "./operations.ts";
import { usualValue } from "./parameter-values.ts";
import type { Json } from "./person.ts";
import type { Random } from "./random.ts";

/**
 * Yields requests for an operation that are valid except that one parameter is the id of another organization's thing.
 * There is a request for each parameter that takes an id. `instead` is used for kinds without a known id.
 */
export function* foreignIdRequests(
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
    throw new Error(`say in support/filled-organization.ts what ${name} of ${path} is`);
  };
  for (const field of [...variables, ...fields]) {
    for (const value of foreign(field)) {
      const inPath = new Map(variables.map((each) => [each.name, text(foreign(each)[0] ?? "1")]));
      const sent = new Map<string, string>();
      for (const { name, schema, required } of fields) if (required) sent.set(name, usualValue(name, schema, random));
      (variables.includes(field) ? inPath : sent).set(field.name, text(value));
      yield { variables: Object.fromEntries(inPath), fields: [...sent] };
    }
  }
}
