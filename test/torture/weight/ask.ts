import type { Person } from "../../process/support/person.ts";
import { exchange, type Said } from "../abuse/exchange.ts";
import { expectAnswer } from "./kind.ts";

/** A call as a client makes it: fields in the query of a GET, else in a form. Its answer must be one of these. */
export async function ask(
  person: Person,
  [method, path]: readonly [method: string, path: string],
  fields: Readonly<Record<string, unknown>>,
  statuses: readonly number[] = [200],
): Promise<Said> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  const isGet = method === "GET";
  const said = await exchange(person, {
    ...{ name: "call", method, path: `/api/v1${path}${isGet && form.size > 0 ? `?${form}` : ""}` },
    ...(!isGet && { body: form.toString(), headers: { "Content-Type": "application/x-www-form-urlencoded" } }),
  });
  expectAnswer(`${method} ${path}`, said, statuses);
  return said;
}
