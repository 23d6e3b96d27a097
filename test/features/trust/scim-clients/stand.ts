import { type Cast, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { type Connection, makeConnection } from "./connection.ts";
import { Entra, type EntraForm } from "./entra.ts";
import { Okta } from "./okta.ts";
import { ScimClient } from "./scim-client.ts";

/** An organization with its users, and a connection to it. */
export interface Stand extends Cast {
  readonly connection: Connection;
}

export async function stand(rules: object = {}): Promise<Stand> {
  const cast = await realm();
  return { ...cast, connection: await makeConnection(cast.iris, rules) };
}

export async function scimStand(rules?: object): Promise<Stand & { readonly scim: ScimClient }> {
  const all = await stand(rules);
  return { ...all, scim: new ScimClient(all.connection) };
}

/** An organization that Okta provisions. */
export async function oktaStand(rules?: object): Promise<Stand & { readonly okta: Okta }> {
  const all = await stand(rules);
  return { ...all, okta: new Okta(all.connection) };
}

export async function entraStand(form: EntraForm, rules?: object): Promise<Stand & { readonly entra: Entra }> {
  const all = await stand(rules);
  return { ...all, entra: new Entra(all.connection, form) };
}

/** Returns an account by its SCIM id, as users of the organization see it. */
export const accountOf = async (who: Person, id: string): Promise<Json> => (await who.ok(who.get(`/users/${id}`))).user;

/** Returns a group by its SCIM id, as users of the organization see it, even if the group is deactivated. */
export async function groupOf(who: Person, id: string): Promise<Json> {
  const { user_groups } = await who.ok(who.get("/user_groups", { include_deactivated_groups: true }));
  const group = user_groups.find((one: Json) => String(one.id) === id);
  return group && { ...group, members: group.members.toSorted((a: number, b: number) => a - b) };
}

/** Returns a user whose account a directory has created, with an API key like that of a logged-in device. */
export async function personOf(host: string, email: string): Promise<Person> {
  const stranger = new Person(host, "", "");
  const { api_key, user_id } = await stranger.ok(stranger.post("/dev_fetch_api_key", { username: email }));
  return new Person(host, email, api_key, user_id);
}

/** Creates many accounts of members in the organization itself, which no directory knows. Returns their ids. */
export async function fill(owner: Person, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, (_, i) => ({ full_name: `Known ${i}`, email: `known${i}@example.com` }));
  const ids: string[] = [];
  for (let from = 0; from < count; from += 500) {
    const { keys } = await owner.ok(owner.post("/testing/users", { users: users.slice(from, from + 500) }));
    ids.push(...keys.map(({ user_id }: Json) => String(user_id)));
  }
  return ids;
}

/** Returns the actions of audit log entries whose actor is a connection, newest first. */
export async function auditedBy(owner: Person): Promise<string[]> {
  const { entries } = await owner.ok(owner.get("/audit_log"));
  return entries.filter(({ actor }: Json) => actor.type === "scim").map(({ action }: Json) => action);
}
