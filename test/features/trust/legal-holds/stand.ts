import { env } from "cloudflare:workers";
import { type HeldVersion, heldVersions } from "../../../../src/features/trust/legal-holds/held-versions.ts";
import { toMessageId } from "../../../../src/protocol/ids.ts";
import type { Json } from "../../../support/json.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { identityOf, inRealm } from "../../../support/object.ts";
import { type Cast, OWNER_PASSWORD } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

/** Creates a hold as an owner who has just logged in in a browser. */
export async function makeHold({ host, iris }: Pick<Cast, "host" | "iris">, terms: Json): Promise<number> {
  const browser = await logIn(host, iris.email, OWNER_PASSWORD);
  return (await succeeds(browser.ask("POST", "/holds", { name: "Case 1", ...terms }))).hold_id;
}

export async function changeHold(
  { host, iris }: Pick<Cast, "host" | "iris">,
  hold: number,
  terms: Json,
): Promise<void> {
  const browser = await logIn(host, iris.email, OWNER_PASSWORD);
  await succeeds(browser.ask("PATCH", `/holds/${hold}`, terms));
}

export async function release({ host, iris }: Pick<Cast, "host" | "iris">, hold: number): Promise<void> {
  const browser = await logIn(host, iris.email, OWNER_PASSWORD);
  await succeeds(browser.ask("DELETE", `/holds/${hold}`));
}

/** Returns the versions of messages that a hold keeps, or that all holds keep if none is given. */
export const heldBy = (who: Person, hold?: number): Promise<HeldVersion[]> =>
  inRealm(who, (realm) => {
    const rows = realm.sql.exec("SELECT DISTINCT message_id AS id FROM held_messages").toArray();
    const versions = rows.flatMap(({ id }) => [...heldVersions(realm, toMessageId(Number(id)), hold ?? null)]);
    return versions.sort((one, other) => one.id - other.id);
  });

/** Returns the kinds and texts of the kept versions. */
export const textsHeld = async (who: Person, hold?: number): Promise<string[]> =>
  (await heldBy(who, hold)).map(({ kind, content }) => `${kind}: ${content}`);

/** Waits until all holds were reviewed since their last change. */
export const reviewed = (who: Person) =>
  until(async () => {
    const open = await inRealm(who, ({ sql }) =>
      Number(sql.exec("SELECT count(*) AS n FROM holds WHERE reviewed IS NOT NULL").one()["n"]),
    );
    if (open > 0) throw new Error("holds are still being looked at");
  });

/** Returns the tables that contain a text, in the organization's own database or its rows in D1. */
export async function whereIs(who: Person, text: string): Promise<string[]> {
  const { id } = await identityOf(who);
  const inOwn = await inRealm(who, ({ sql }) => {
    const tables = sql
      .exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'")
      .toArray()
      .map(({ name }) => String(name));
    return tables.filter((name) => JSON.stringify(sql.exec(`SELECT * FROM ${name}`).toArray()).includes(text));
  });
  const { results } = await env.DB.prepare("SELECT content, html, edit_history FROM messages WHERE realm = ?1")
    .bind(id)
    .all();
  return [...inOwn, ...(JSON.stringify(results).includes(text) ? ["messages in D1"] : [])];
}
