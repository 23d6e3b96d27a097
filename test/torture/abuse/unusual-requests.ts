import { type Operation, type Request, request } from "../../process/support/operations.ts";
import { unusualValue, usualValue } from "../../process/support/parameter-values.ts";
import type { Person } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";

/** Returns a request for an operation. It is valid, or has unusual values for one or two parameters. */
export function unusualRequest({ method, path, variables, fields }: Operation, random: Random, index: number): Request {
  const values = new Map<string, string>();
  const some = fields.filter(({ required }) => required || random.below(fields.length) < 2);
  for (const { name, schema } of some) values.set(name, usualValue(name, schema, random));
  const inPath = new Map(variables.map(({ name, schema }) => [name, usualValue(name, schema, random)]));
  // One in three requests is valid, to get past the first checks.
  const spoilt = index % 3 === 0 ? 0 : 1 + random.below(2);
  for (let count = 0; count < spoilt; count += 1) {
    const all = [...fields, ...(random.below(3) === 0 ? variables : [])];
    if (all.length === 0) break;
    const { name, schema } = random.pick(all);
    (inPath.has(name) ? inPath : values).set(name, unusualValue(name, schema, random));
  }
  const pairs = [...values];
  if (spoilt > 0 && pairs.length > 0) {
    const [name] = random.pick(pairs);
    if (random.below(8) === 0) pairs.push([name, unusualValue(name, {}, random)]);
    if (random.below(8) === 0) pairs.splice(random.below(pairs.length), 1);
    if (random.below(8) === 0) pairs.push([unusualValue("", {}, random).slice(0, 100), ""]);
  }
  // Otherwise, a valid poll would wait.
  if (path === "/events") pairs.push(["dont_block", "true"]);
  const most = method === "GET" ? 2000 : Number.POSITIVE_INFINITY;
  return request(
    { method, path },
    Object.fromEntries([...inPath].map(([name, value]) => [name, value.slice(0, 2000).toWellFormed() || "x"])),
    pairs.map(([name, value]) => [name, value.slice(0, most)]),
  );
}

/** Whether a request would lock one of these users out of their account. */
export const takesAccountAway = ({ method, path, fields }: Request, people: readonly Person[]) =>
  method !== "GET" &&
  (people.some(({ id }) => ["", "/reactivate", "/logins"].some((end) => path === `/users/${id}${end}`)) ||
    path.startsWith("/users/me/api_key") ||
    path === "/realm/logins" ||
    (path.startsWith("/settings") && fields.some(([name]) => name === "email")));

/** A request in one line, short enough for a report. */
export function brief({ method, path, fields }: Request): string {
  const cut = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}… (${text.length})` : text);
  return `${method} ${cut(path)} ${fields.map(([name, value]) => `${cut(name)}=${JSON.stringify(cut(value))}`).join(" ")}`;
}
