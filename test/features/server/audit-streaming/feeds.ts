import { audit } from "../../../../src/features/trust/audit-log/audit.ts";
import { fetchPage } from "../../../support/files.ts";
import { freshly } from "../../../support/freshly.ts";
import { changeRealm } from "../../../support/object.ts";
import type { Json, Person } from "../../../support/person.ts";

export const tokenOf = async (owner: Person, name = "SIEM"): Promise<string> =>
  (await owner.ok(freshly(owner).post("/audit_log/tokens", { name }))).token;

export const fetchFeed = (host: string, path: string, token?: string): Promise<Response> =>
  fetchPage(host, `/audit/v1/${path}`, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });

export async function feed(host: string, path: string, token?: string): Promise<Json> {
  const response = await fetchFeed(host, path, token);
  if (response.status !== 200) throw new Error(`refused with ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Writes entries as the server does when one change writes many. */
export const writeEntries = (owner: Person, count: number): Promise<void> =>
  changeRealm(owner, (realm) => {
    for (let index = 0; index < count; index += 1) {
      const entity = { type: "channel", id: index, name: `channel ${index}` } as const;
      audit(realm, "channel.archived", { of: entity, details: { index } });
    }
  });
