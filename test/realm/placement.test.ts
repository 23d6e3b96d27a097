import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { databaseOf, databasesOf } from "../../src/database/databases.ts";
import { isTaken, organizationId } from "../../src/features/server/organization-setup/organization-id.ts";
import { migrate, refuseOlderPrograms } from "../../src/realm/schema.ts";
import { machineRandom } from "../../src/util/random.ts";
import { evict, identityOf, untilShipped, withDatabase } from "../support/object.ts";
import { OWNER_PASSWORD, organization } from "../support/organization.ts";
import { inFreshObject } from "../support/storage.ts";

const general = { type: "channel", to: "general", topic: "t" };
const newest = { anchor: "newest", num_before: 10, num_after: 0 };
const messagesIn = async (database: D1Database, realm: number) =>
  (await database.prepare("SELECT content FROM messages WHERE realm = ?1 ORDER BY key").bind(realm).all()).results.map(
    ({ content }) => content,
  );

test("databasesOf finds database bindings by name, in numeric order", () => {
  const [one, two] = [env.DB, env.DB2];
  const bound = { DB10: two, DB2: two, DB: one, DBX: one, DB1: one, DB02: one } as never;
  expect(databasesOf(bound).map(({ name }) => name)).toEqual(["DB", "DB2", "DB10"]);
});

test("an organization's rows are stored in and read from the database it was placed in", async () => {
  const { owner } = await organization("DB2");
  const { id } = await identityOf(owner);
  await owner.ok(owner.post("/messages", { ...general, content: "In the second one" }));
  const { messages } = await owner.ok(owner.get("/messages", newest));
  expect(messages.at(-1).content).toContain("In the second one");
  await untilShipped(owner);
  expect(await messagesIn(env.DB2, id)).toContain("In the second one");
  expect(await messagesIn(env.DB, id)).toEqual([]);
  await evict(owner);
  expect(
    (await owner.ok(owner.get("/messages", { ...newest, narrow: '[["search","second"]]' }))).messages,
  ).toHaveLength(1);
});

test("an old message in another database is loaded from there before it is changed", async () => {
  const { owner } = await organization("DB2");
  const { id } = await owner.ok(owner.post("/messages", { ...general, content: "The first" }));
  for (let i = 0; i < 25; i++) await owner.ok(owner.post("/messages", { ...general, content: `No. ${i}` }));
  await untilShipped(owner);
  await owner.ok(owner.patch(`/messages/${id}`, { content: "The first, edited" }));
  expect((await owner.ok(owner.get(`/messages/${id}`))).raw_content).toBe("The first, edited");
});

test("a failing database doesn't affect organizations in other databases", async () => {
  const [one, two] = [await organization("DB"), await organization("DB2")];
  for (const { owner } of [one, two]) await owner.ok(owner.post("/messages", { ...general, content: "Hello" }));
  await untilShipped(two.owner);
  await untilShipped(one.owner);
  await withDatabase(
    one.owner,
    "refuse",
    async () => {
      expect((await two.owner.get("/messages", { ...newest, narrow: '[["search","hello"]]' })).status).toBe(200);
      expect((await one.owner.get("/messages", { ...newest, narrow: '[["search","hello"]]' })).status).toBe(503);
    },
    "DB",
  );
});

const sized = (database: D1Database, size: number) =>
  new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "prepare") return typeof value === "function" ? value.bind(target) : value;
      return (sql: string) =>
        sql === "SELECT 1" ? { run: async () => ({ meta: { size_after: size } }) } : target.prepare(sql);
    },
  });

test("a new organization is placed in the emptiest database, and a retry uses the same one", async () => {
  const subdomain = `p-${crypto.randomUUID().slice(0, 8)}`;
  const bound = (first: number, second: number) => [
    { name: "DB" as const, database: sized(env.DB, first) },
    { name: "DB2" as const, database: sized(env.DB2, second) },
  ];
  const taken = await organizationId(bound(20, 10), { subdomain }, machineRandom);
  expect(taken).toMatchObject({ isUsed: false, database: "DB2" });
  expect(await organizationId(bound(10, 20), { subdomain }, machineRandom)).toEqual(taken);
  expect(await isTaken(bound(1, 1), subdomain)).toBe(true);
  const other = { subdomain: `${subdomain}-2`, wanted: "DB" } as const;
  expect((await organizationId(bound(20, 10), other, machineRandom)).database).toBe("DB");
});

test("an id that another database knows is not assigned again", async () => {
  const subdomain = `p-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await organizationId([{ name: "DB", database: env.DB }], { subdomain }, machineRandom);
  const drawn = [id, id - 1 || id + 1];
  const bytes = () => {
    const next = new Uint8Array(4);
    new DataView(next.buffer).setUint32(0, (drawn.shift() ?? 0) - 1);
    return next;
  };
  const found = await organizationId(databasesOf(env), { subdomain: `${subdomain}-2`, wanted: "DB2" }, { bytes });
  expect(found.id).not.toBe(id);
  expect(await env.DB2.prepare("SELECT 1 FROM organizations WHERE id = ?1").bind(id).first()).toBeNull();
});

test("an unbound database is refused at creation, and later fails like an unavailable one", async () => {
  const account = { email: "iris@example.com", full_name: "Iris", password: OWNER_PASSWORD };
  const body = new URLSearchParams({ name: "Test", subdomain: "nowhere-1", database: "DB9", ...account });
  const response = await exports.default.fetch("http://localhost/api/v1/organizations", { method: "POST", body });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { msg: "There is no database DB9, but DB, DB2." },
  ]);
  const missing = databaseOf(env, "DB9");
  await expect(missing.prepare("SELECT 1").bind(1).all()).rejects.toThrow(/^D1_ERROR.*DB9/);
  await expect(missing.withSession("first-primary").batch([])).rejects.toThrow(/^D1_ERROR.*DB9/);
});

test.each(["elsewhere", "recipients by difference"] as const)(
  "a program that would misread an organization doesn't serve it: %s",
  (mark) =>
    inFreshObject(({ storage: { sql } }) => {
      const schema = [{ feature: "things", steps: ["CREATE TABLE things (id INTEGER) STRICT"] }];
      migrate(sql, schema, "2");
      refuseOlderPrograms(sql, mark, true, "2");
      const { feature, additive } = sql
        .exec("SELECT feature, additive FROM schema_steps WHERE feature != 'things'")
        .one();
      // Older programs read this as a breaking step of a newer program.
      expect([feature, additive]).toEqual([mark, 0]);
      expect(migrate(sql, schema, "2")).toBeUndefined();
      refuseOlderPrograms(sql, mark, false, "2");
      expect(sql.exec("SELECT count(*) AS n FROM schema_steps WHERE feature = ?", mark).one()["n"]).toBe(0);
    }),
);
