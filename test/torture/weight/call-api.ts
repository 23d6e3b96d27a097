import type { Person } from "../../process/support/person.ts";
import { type Answer, sendRequest } from "../abuse/send-request.ts";
import { expectAnswer } from "./extreme.ts";

/**
 * Sends a request as clients do: with its fields in the query of a GET, or else in a form. Throws if the status is
 * unexpected.
 */
export async function callApi(
  person: Person,
  [method, path]: readonly [method: string, path: string],
  fields: Readonly<Record<string, unknown>>,
  statuses: readonly number[] = [200],
): Promise<Answer> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  const isGet = method === "GET";
  const answer = await sendRequest(person, {
    ...{ name: "call", method, path: `/api/v1${path}${isGet && form.size > 0 ? `?${form}` : ""}` },
    ...(!isGet && { body: form.toString(), headers: { "Content-Type": "application/x-www-form-urlencoded" } }),
  });
  expectAnswer(`${method} ${path}`, answer, statuses);
  return answer;
}
