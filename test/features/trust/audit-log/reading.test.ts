import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { findEntries } from "../../../../src/features/trust/audit-log/find-entries.ts";
import { entryColumns } from "../../../../src/features/trust/audit-log/rows.ts";
import { milliseconds } from "../../../../src/util/time.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { groupIds, makeGroup } from "../../../support/groups.ts";
import { logIn, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { advanceClock } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { asOwner, connect } from "../scim/directory.ts";

const DAY = 86_400_000;
const log = async (person: Person, query: Json = {}): Promise<Json> => person.ok(person.get("/audit_log", query));

test("[security 18.4] can_read_audit_log_group can allow a role, group or user to read the log, but never guests", async () => {
  const { iris, omar, mona, noah, mia, gus } = await realm();
  const all = { iris, omar, mona, noah, mia, gus };
  const readers = async () => {
    const found: string[] = [];
    for (const [name, person] of Object.entries(all)) {
      const { status, body } = await person.get("/audit_log");
      if (status === 200) found.push(name);
      else expect(body.msg).toBe("Insufficient permission");
    }
    return found;
  };
  const give = (value: unknown) => iris.ok(iris.patch("/realm", { can_read_audit_log_group: { new: value } }));
  expect(await readers()).toEqual(["iris"]);
  const groups = await groupIds(iris);
  await give(groups["role:administrators"]);
  expect(await readers()).toEqual(["iris", "omar"]);
  const group_id = await makeGroup(iris, "auditors", [mia, gus]);
  await give({ direct_members: [noah.id, gus.id], direct_subgroups: [group_id] });
  expect(await readers()).toEqual(["noah", "mia"]);
  await iris.ok(iris.post(`/user_groups/${group_id}/members`, { delete: [mia.id] }));
  expect(await readers()).toEqual(["noah"]);
  for (const group of ["role:nobody", "role:everyone"]) {
    expect((await iris.patch("/realm", { can_read_audit_log_group: { new: groups[group] } })).status).toBe(400);
  }
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect((await noah.get("/audit_log")).status).toBe(401);
});

test("[security 18.4] a bot can read the log only if the setting names the bot itself", async () => {
  const { iris, noah, bot } = await realm();
  const own = await bot(iris);
  expect((await own.get("/audit_log")).status).toBe(400);
  await iris.ok(
    iris.patch("/realm", { can_read_audit_log_group: { new: { direct_members: [own.id], direct_subgroups: [] } } }),
  );
  expect((await own.get("/audit_log")).status).toBe(200);
  expect((await noah.get("/audit_log")).status).toBe(400);
});

test("owners can change how long entries and addresses are kept, which is recorded and sent to clients", async () => {
  const { iris, omar, noah } = await realm();
  const fetched = await iris.ok(iris.post("/register", { fetch_event_types: ["realm"] }));
  expect([fetched.realm_audit_retention_days, fetched.realm_audit_address_days]).toEqual([400, 90]);
  const [, events] = await eventsDuring([iris, noah], () =>
    iris.ok(iris.patch("/realm", { audit_retention_days: -1, audit_address_days: 30 })),
  );
  expect(events).toMatchObject([
    { type: "realm", op: "update", property: "audit_address_days", value: 30 },
    { type: "realm", op: "update", property: "audit_retention_days", value: -1 },
  ]);
  const { entries } = await log(iris, { action: ["organization.setting_changed"] });
  expect(entries.map(({ details }: Json) => details)).toEqual([
    { name: "audit_retention_days", before: 400, after: -1 },
    { name: "audit_address_days", before: 90, after: 30 },
  ]);
  for (const wrong of [{ audit_retention_days: 89 }, { audit_retention_days: 3651 }, { audit_retention_days: 0 }]) {
    expect((await iris.patch("/realm", wrong)).status).toBe(400);
  }
  for (const wrong of [{ audit_address_days: 29 }, { audit_address_days: 401 }, { audit_address_days: -1 }]) {
    expect((await iris.patch("/realm", wrong)).status).toBe(400);
  }
  expect((await omar.patch("/realm", { audit_address_days: 60 })).status).toBe(400);
});

test("[security 18.6] a shorter retention applies to existing entries, and an unlimited one deletes nothing", async () => {
  const { iris, noah } = await realm();
  await iris.ok(iris.patch(`/users/${noah.id}`, { role: 300 }));
  await iris.ok(iris.patch("/realm", { audit_retention_days: -1 }));
  await advanceClock(iris, 40 * DAY);
  const first = async () => (await log(iris, { after_id: 0, limit: 1 })).entries[0];
  expect((await first()).context).not.toEqual({});
  await iris.ok(iris.patch("/realm", { audit_address_days: 30 }));
  await until(async () => expect((await first()).context).toEqual({}));
  await advanceClock(iris, 3000 * DAY);
  await iris.ok(iris.patch("/realm", { audit_address_days: 31 }));
  // Recorded after the timer's job looked for entries old enough.
  await until(async () =>
    expect((await log(iris, { action: ["organization.setting_changed"], limit: 2 })).entries[1].context).toEqual({}),
  );
  expect((await first()).id).toBe(1);
  await iris.ok(iris.patch("/realm", { audit_retention_days: 90 }));
  await until(async () => expect((await first()).id).toBeGreaterThan(1));
});

test("[security 18.12] users see the entries about their own logins, and nothing about others", async () => {
  const { iris, omar, noah, mia, host } = await realm();
  const own = async (person: Person, query: Json = {}): Promise<Json> =>
    person.ok(person.get("/users/me/audit_log", query));
  const before = (await own(noah)).entries.length;
  await setUpSecondFactor(await logIn(host, noah.email, PASSWORD));
  await logIn(host, mia.email, PASSWORD);
  const stranger = new Person(host, "", "");
  expect((await stranger.post("/login", { username: noah.email, password: "wrong one" })).status).toBe(401);
  await omar.ok(omar.patch(`/users/${noah.id}`, { full_name: "Noah New" }));
  await succeeds((await logIn(host, omar.email, PASSWORD)).ask("DELETE", `/users/${noah.id}/second_factor`));
  const { entries, found_oldest } = await own(noah);
  expect(found_oldest).toBe(true);
  const newest = (action: string) => entries.find((entry: Json) => entry.action === action);
  const [reset, failed] = [newest("second_factor.removed"), newest("login.failed")];
  const [setUp, login] = [newest("second_factor.set_up"), newest("login.succeeded")];
  expect(entries.length).toBeGreaterThanOrEqual(before + 4);
  expect(reset).toMatchObject({ action: "second_factor.removed", actor: { type: "user", id: omar.id }, context: {} });
  expect(reset.actor).toEqual({ type: "user", id: omar.id });
  expect(failed).toMatchObject({ action: "login.failed", result: "failed", actor: { type: "anonymous", id: null } });
  expect(failed.context.ip_address).toEqual(expect.any(String));
  expect(setUp).toMatchObject({ action: "second_factor.set_up", actor: { type: "user", id: noah.id } });
  expect(login).toMatchObject({ action: "login.succeeded", actor: { type: "user", id: noah.id } });
  expect(login.context.ip_address).toEqual(expect.any(String));
  expect(JSON.stringify(entries)).not.toContain("Noah New");
  expect(JSON.stringify(entries)).not.toContain(mia.email);
  const page = await own(noah, { limit: 1, before_id: failed.id + 1 });
  expect([page.entries, page.found_oldest]).toEqual([[failed], false]);
  for (const wrong of [{ limit: 0 }, { limit: 101 }])
    expect((await noah.get("/users/me/audit_log", wrong)).status).toBe(400);
  // No parameter selects another user, and reading one's own part isn't recorded.
  expect((await own(noah, { actor_id: iris.id, entity_id: String(iris.id) })).entries).toEqual(entries);
  expect((await log(iris, { action: ["audit.read"], actor_id: noah.id })).entries).toEqual([]);
});

test("[security 18.12] a directory with the same number as an account is a different actor", async () => {
  const { iris, noah, host } = await realm();
  let directory = await connect(iris);
  while (directory.id < noah.id) {
    await succeeds(asOwner(iris, "DELETE", `/scim/connections/${directory.id}`));
    directory = await connect(iris);
  }
  await logIn(host, noah.email, PASSWORD);
  const switchTo = (active: boolean) =>
    directory.ok(directory.patch(`/Users/${noah.id}`, { op: "replace", value: { active } }));
  await switchTo(false);
  await switchTo(true);
  const browser = await logIn(host, noah.email, PASSWORD);
  const { entries } = await succeeds(browser.ask("GET", "/users/me/audit_log"));
  const ended = entries.filter(({ actor }: Json) => actor.type === "scim");
  expect(ended[0]).toMatchObject({ action: "login.ended", actor: { type: "scim", id: noah.id } });
  expect(ended.map(({ context, program }: Json) => [context, program])).toEqual(ended.map(() => [{}, null]));
});

test("the entries of a person are those by or about that person, limited to the requested actions", async () => {
  const { iris, omar, noah, mia } = await realm();
  await omar.ok(omar.patch(`/users/${noah.id}`, { full_name: "Noah New" }));
  await iris.ok(iris.patch(`/users/${noah.id}`, { role: 200 }));
  await noah.ok(noah.patch(`/users/${mia.id}`, { full_name: "Mia New" }));
  await iris.ok(iris.patch(`/users/${mia.id}`, { role: 300 }));
  const ofNoah = (query: Json = {}) => log(iris, { person_id: noah.id, action: ["user.*"], ...query });
  const { entries } = await ofNoah({ limit: 3 });
  expect(entries.map(({ action, actor, entity }: Json) => [action, actor.id, entity.id])).toEqual([
    ["user.name_changed_by_other", noah.id, String(mia.id)],
    ["user.role_changed", iris.id, String(noah.id)],
    ["user.name_changed_by_other", omar.id, String(noah.id)],
  ]);
  const ids = entries.map(({ id }: Json) => id);
  expect((await ofNoah({ after_id: ids[2], limit: 2 })).entries.map(({ id }: Json) => id)).toEqual([ids[1], ids[0]]);
  expect((await ofNoah({ before_id: ids[0], limit: 1 })).entries.map(({ id }: Json) => id)).toEqual([ids[1]]);
  const byIris = await ofNoah({ actor_id: iris.id });
  expect(byIris.entries[0].id).toBe(ids[1]);
  expect(byIris.entries.every(({ actor }: Json) => actor.id === iris.id)).toBe(true);
});

test("actors are matched by number and kind: a directory connection isn't an account", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris);
  await directory.user({ userName: noah.email });
  const typesOf = async (query: Json): Promise<Set<string>> =>
    new Set((await log(iris, query)).entries.map(({ actor }: Json) => actor.type));
  const { entries } = await log(iris, { actor_type: "scim" });
  const connection = entries[0].actor.id;
  expect(await typesOf({ actor_type: "scim", actor_id: connection })).toEqual(new Set(["scim"]));
  expect(await typesOf({ actor_id: connection })).not.toContain("scim");
  expect(await typesOf({ person_id: connection })).not.toContain("scim");
  expect(await typesOf({ actor_id: iris.id })).toEqual(new Set(["user"]));
  expect((await iris.get("/audit_log", { actor_type: "nobody" })).status).toBe(400);
});

const ENTRIES = 100_000;
/** Time of the newest entry. There is one entry a minute. */
const NEWEST = 1_790_000_000_000;
const MANY = 4_000_000;

/** Fills D1 with the log of an organization that has no object. */
async function fill(): Promise<void> {
  const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info('audit_entries')").all<{
    name: string;
  }>();
  expect(results.map(({ name }) => name)).toEqual(["key", "realm", ...entryColumns]);
  await env.DB.prepare(
    `WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${ENTRIES})
     INSERT INTO audit_entries
     SELECT ${MANY} * 4294967296 + id, ${MANY}, id, ${NEWEST} - (${ENTRIES} - id) * 60000,
       CASE WHEN id % 1000 = 0 THEN 'user.role_changed' WHEN id % 3 = 0 THEN 'channel.renamed' ELSE 'login.succeeded' END,
       CASE WHEN id % 5000 = 0 THEN 'failed' ELSE 'success' END,
       'user', id % 50, CASE WHEN id % 9000 = 0 THEN 'group' ELSE 'user' END, CAST(id % 70 AS TEXT),
       '{"salt":"${"p".repeat(43)}","fields":{"actor":{"name":"Ann Example"}}}',
       '{"salt":"${"c".repeat(43)}","fields":{"ip_address":"203.0.113.' || (CASE WHEN id % 7000 = 0 THEN 8 ELSE 7 END) || '"}}',
       '{"salt":"${"d".repeat(43)}","fields":{}}' FROM n`,
  ).run();
}

test("a page of 100,000 entries takes one statement, which reads about as many rows as the page has", async () => {
  await fill();
  const done: { rows_read: number }[] = [];
  const database = {
    prepare(query: string) {
      const prepared = env.DB.prepare(query);
      return {
        bind: (...values: unknown[]) => ({
          async all() {
            const found = await prepared.bind(...values).all();
            done.push(found.meta);
            return found;
          },
        }),
      };
    },
  };
  const read = async (wanted: Partial<Parameters<typeof findEntries>[1]>) => {
    done.length = 0;
    const { rows, hasMore } = await findEntries(
      { realm: MANY, database: database as never },
      { limit: 100, ...wanted },
    );
    return { ids: rows.map(({ id }) => id), hasMore, statements: done.length, rowsRead: done[0]?.rows_read ?? 0 };
  };
  const newest = Array.from({ length: 100 }, (_, index) => ENTRIES - index);
  const days = (count: number) => milliseconds(NEWEST - count * DAY);
  const first = await read({ since: days(30) });
  expect([first.ids, first.hasMore, first.statements]).toEqual([newest, true, 1]);
  expect(first.rowsRead).toBeLessThan(300);

  const until = await read({ since: days(60), until: days(30) });
  expect(until.ids).toEqual(newest.map((id) => id - 30 * 24 * 60 - 1));
  expect(until.rowsRead).toBeLessThan(600);
  const person = await read({ since: days(30), actor_id: 7 });
  expect(person.ids.every((id) => id % 50 === 7)).toBe(true);
  expect(person.rowsRead).toBeLessThan(600);
  const both = await read({ since: days(30), person_id: 7 });
  const isOf7 = (id: number) => id % 50 === 7 || id % 70 === 7;
  expect(both.ids).toEqual(
    Array.from({ length: 5000 }, (_, index) => ENTRIES - index)
      .filter(isOf7)
      .slice(0, 100),
  );
  expect([both.hasMore, both.statements]).toEqual([true, 1]);
  expect(both.rowsRead).toBeLessThan(2000);
  const area = await read({ since: days(30), actions: ["login.succeeded", "login.failed", "login.ended"] });
  expect(area.ids.slice(0, 3)).toEqual([99_998, 99_997, 99_995]);
  expect(area.rowsRead).toBeLessThan(1000);
  const rare = await read({ since: days(30), actions: ["user.role_changed"] });
  expect(rare.ids).toHaveLength(44);
  expect(rare.rowsRead).toBeLessThan(600);
  const subject = await read({ entity_type: "user", entity_id: "9", actions: ["login.succeeded"] });
  expect([subject.ids.length, subject.hasMore]).toEqual([100, true]);
  expect(subject.rowsRead).toBeLessThan(1000);
  const later = await read({ since: days(30), before_id: 90_000 });
  expect(later.ids[0]).toBe(89_999);
  expect(later.rowsRead).toBeLessThan(300);
  const followed = await read({ after_id: 50_000 });
  expect(followed.ids[0]).toBe(50_001);
  expect(followed.rowsRead).toBeLessThan(300);
  // By values that few entries have, however old.
  const multiples = (of: number) => newestOf(of).filter((id) => id > 0);
  const newestOf = (of: number) => Array.from({ length: 20 }, (_, index) => (Math.floor(ENTRIES / of) - index) * of);
  const [failed, groups, address] = [
    await read({ result: "failed" }),
    await read({ entity_type: "group" }),
    await read({ ip: "203.0.113.8" }),
  ];
  expect([failed.ids, groups.ids, address.ids]).toEqual([multiples(5000), multiples(9000), multiples(7000)]);
  for (const { rowsRead, statements } of [failed, groups, address]) {
    expect(rowsRead).toBeLessThan(100);
    expect(statements).toBe(1);
  }
  expect((await read({ result: "denied" })).rowsRead).toBeLessThan(100);
  for (const wanted of [{ result: "success" }, { entity_type: "user" }, { ip: "203.0.113.7" }]) {
    const usual = await read(wanted);
    expect([usual.ids.length, usual.hasMore]).toEqual([100, true]);
    expect(usual.rowsRead).toBeLessThan(600);
  }
  expect((await read({ since: milliseconds(NEWEST + DAY) })).ids).toEqual([]);
  // Ids out of range don't reach another organization's entries.
  const beyond = await findEntries({ realm: MANY - 1, database: database as never }, { limit: 1, before_id: 2 ** 40 });
  expect(beyond.rows).toEqual([]);
});
