import * as v from "valibot";
import { stored } from "./stored.ts";

// The first D1 database stores the facts that the push service receives about each organization, so that a report can
// list all organizations without waking their objects.

/** Facts about an organization, with the push service's field names. */
export const factsSchema = v.object({
  id: v.number(),
  uuid: v.string(),
  uuid_owner_secret: v.string(),
  host: v.string(),
  url: v.string(),
  name: v.string(),
  org_type: v.number(),
  date_created: v.number(),
  deactivated: v.boolean(),
  is_system_bot_realm: v.boolean(),
  authentication_methods: v.record(v.string(), v.boolean()),
});
export type OrganizationFacts = Readonly<v.InferOutput<typeof factsSchema>>;

const WRITE = `INSERT INTO push_organizations (realm, facts) VALUES (CAST(?1 AS INTEGER), ?2)
  ON CONFLICT (realm) DO UPDATE SET facts = excluded.facts`;
const SELECT_ALL = "SELECT realm, facts FROM push_organizations ORDER BY realm";
const DELETE_ORGANIZATION = "DELETE FROM push_organizations WHERE realm = CAST(?1 AS INTEGER)";

const readFacts = stored("push_organizations.facts", v.nullable(factsSchema), () => null);

export async function storeFacts(first: D1Database, facts: OrganizationFacts): Promise<void> {
  await first.prepare(WRITE).bind(facts.id, JSON.stringify(facts)).run();
}

export async function storedFacts(first: D1Database): Promise<readonly OrganizationFacts[]> {
  const { results } = await first.prepare(SELECT_ALL).all<{ realm: number; facts: string }>();
  return results.flatMap(({ realm, facts }) => readFacts(facts, realm) ?? []);
}

/** Removes a deleted organization from the next report. */
export async function forgetFacts(first: D1Database, realm: number): Promise<void> {
  await first.prepare(DELETE_ORGANIZATION).bind(realm).run();
}
