import { fetchPage } from "../../../support/files.ts";
import { type Fields, type Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { readExport } from "./run-export.ts";

/** The server administrator, who sends requests to the server's root domain. */
const operator = new Person("localhost", "", "");

/** Calls an endpoint for exports of a whole organization. */
export const callWhole = (who: Person, path: "" | "/state" | "/end", fields: Fields = {}) =>
  operator.post(`/organizations/export${path}`, { subdomain: who.host.split(".")[0] ?? "", ...fields });

/** Exports the whole organization, and returns the final state. */
export async function wholeExport(who: Person, fields: Fields = {}): Promise<Json> {
  await operator.ok(callWhole(who, "", fields));
  return until(async () => {
    const state = await operator.ok(callWhole(who, "/state"));
    if (state.state !== "done") throw new Error(`still ${state.state}`);
    return state;
  });
}

/** Exports the whole organization, and reads the archive back. */
export async function readWhole(who: Person, fields: Fields = {}) {
  const { path, bytes } = await wholeExport(who, fields);
  const response = await fetchPage(who.host, path);
  if (response.status !== 200) throw new Error(await response.text());
  const blob = await response.blob();
  if (blob.size !== bytes) throw new Error(`${blob.size} bytes instead of ${bytes}`);
  return readExport(blob);
}
