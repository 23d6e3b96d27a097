import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { sendFiles, textFile } from "../../../support/files.ts";
import {
  advanceClock,
  executeSql,
  identityOf,
  tablesOf,
  untilShipped,
  withConfig,
  withEnv,
} from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { type Fields, Person } from "../../../support/person.ts";
import { animatedGif, png } from "../../../support/pictures.ts";
import { until } from "../../../support/until.ts";

const operator = new Person("localhost", "", "");
const ask = (who: Person, route: string, fields: Fields = {}) =>
  operator.post(`/organizations/${route}`, { subdomain: who.host.split(".")[0] ?? "", ...fields });
const told = (who: Person, route: string, fields: Fields = {}) => operator.ok(ask(who, route, fields));

const ROUTES = ["stores", "check/identity", "check/rows", "check/files", "repair", "repair/end"];
const DAY_MS = 86_400_000;

const say = async (person: Person, content: string): Promise<number> =>
  (await person.ok(person.post("/messages", { type: "channel", to: "general", topic: "t", content }))).id;

/** Compares a whole table, like the command does. */
async function differing(who: Person, table: string) {
  const { missing, different, extra, lost } = await told(who, "check/rows", { table });
  return { missing, different, extra, lost };
}
const nothing = { missing: 0, different: 0, extra: 0, lost: 0 };

async function mend(who: Person, fields: Fields = {}) {
  const { epoch } = await told(who, "repair", fields);
  await until(async () => {
    const stores = await told(who, "stores");
    expect(stores.epoch).toBeGreaterThan(epoch);
    expect(stores.comparing).toBe(false);
  });
  await untilShipped(who);
}

test("only the server administrator can check and repair", async () => {
  const { iris } = await realm();
  await withEnv({ SETUP_TOKEN: "the token" }, () =>
    withConfig(iris, { setupToken: "the token" }, async () => {
      for (const route of ROUTES) {
        const fields = { table: "messages" };
        expect([route, (await ask(iris, route, fields)).status]).toEqual([route, 401]);
        expect([route, (await ask(iris, route, { ...fields, setup_token: "other" })).status]).toEqual([route, 401]);
        await told(iris, route, { ...fields, setup_token: "the token" });
      }
    }),
  );
});

test("the server administrator can restore an organization to a point in time that the platform keeps", async () => {
  const { iris } = await realm();
  const at = new Date().toISOString();
  for (const fields of [{}, { at, bookmark: "x" }, { at: "yesterday" }]) {
    expect((await ask(iris, "put_back", fields)).status).toBe(400);
  }
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  for (const [time, why] of [
    [ago(-1), "still to come"],
    [ago(31), "more than 30 days"],
    [ago(1), "founded later"],
  ] as const) {
    expect((await ask(iris, "put_back", { at: time })).body.msg).toContain(why);
  }
  const { status, body } = await ask(iris, "put_back", { at });
  expect([status, body.msg]).toEqual([400, expect.stringContaining("can't be restored")]);
  await withEnv({ SETUP_TOKEN: "the token" }, async () => {
    expect((await ask(iris, "put_back", { at, setup_token: "other" })).status).toBe(401);
    expect((await ask(iris, "put_back", { at, setup_token: "the token" })).status).toBe(400);
  });
});

describe("repairing rows", () => {
  test("counts and names rows that are missing, different or extra in D1, and makes D1 correct", async () => {
    const { iris, omar } = await realm();
    const ids = [await say(iris, "one"), await say(omar, "two"), await say(iris, "three")];
    await iris.ok(iris.post(`/messages/${ids[0]}/reactions`, { emoji_name: "tada" }));
    await untilShipped(iris);
    const { tables } = await told(iris, "stores");
    expect(tables).toEqual(expect.arrayContaining(["users", "messages", "reactions", "personal_flags", "submessages"]));
    for (const table of tables) expect([table, await differing(iris, table)]).toEqual([table, nothing]);

    const { id } = await identityOf(iris);
    const run = (sql: string, ...values: (string | number)[]) =>
      env.DB.prepare(sql)
        .bind(...values)
        .run();
    await run("DELETE FROM messages WHERE key = ?1", id * 2 ** 32 + (ids[0] ?? 0));
    await run("UPDATE messages SET content = 'forged' WHERE key = ?1", id * 2 ** 32 + (ids[1] ?? 0));
    await run(
      "INSERT INTO reactions SELECT realm, message_id, 99, reaction_type, emoji_code, emoji_name, 9 FROM reactions WHERE realm = ?1",
      id,
    );
    await run("DELETE FROM users WHERE realm = ?1", id);
    const { keys } = await told(iris, "check/rows", { table: "messages" });
    expect(keys).toEqual([`[${ids[0]}]`, `[${ids[1]}]`]);
    expect(await differing(iris, "messages")).toEqual({ ...nothing, missing: 1, different: 1 });
    expect(await differing(iris, "reactions")).toEqual({ ...nothing, extra: 1 });
    expect((await differing(iris, "users")).missing).toBeGreaterThan(3);
    // The stamps match, so nothing was noticed automatically.
    expect((await told(iris, "stores")).noticed).toBeNull();

    const queue = await iris.queue({ event_types: '["message"]' });
    await mend(iris);
    for (const table of tables) expect([table, await differing(iris, table)]).toEqual([table, nothing]);
    expect((await iris.ok(iris.get("/testing/differences"))).differences).toEqual([]);
    await say(iris, "four");
    expect(await queue.events()).toHaveLength(1);
    expect((await told(iris, "stores")).noticed).toEqual(expect.any(Number));
    await told(iris, "repair/end");
    expect((await told(iris, "stores")).noticed).toBeNull();
  });

  test("compares a table page by page, and rejects invalid keys and tables", async () => {
    const { iris } = await realm();
    const first = await say(iris, "one");
    const second = await say(iris, "two");
    await untilShipped(iris);
    const { id } = await identityOf(iris);
    await env.DB.prepare("DELETE FROM messages WHERE realm = ?1").bind(id).run();
    const page = await told(iris, "check/rows", { table: "messages", after: JSON.stringify([first]) });
    expect(page).toMatchObject({ checked: 1, missing: 1, keys: [`[${second}]`], next: null });
    const refusals = [
      { table: "passwords" },
      { table: "messages", after: "[1,2]" },
      { table: "messages", after: "nothing" },
    ];
    for (const fields of refusals) expect((await ask(iris, "check/rows", fields)).status).toBe(400);
  });

  test("ends event queues and skips message ids if the organization itself was restored", async () => {
    const { iris } = await realm();
    const before = await say(iris, "one");
    const queue = await iris.queue();
    await mend(iris, { restored: "true" });
    expect((await iris.get("/events", { queue_id: queue.id, last_event_id: "-1", dont_block: "true" })).body.code).toBe(
      "BAD_EVENT_QUEUE_ID",
    );
    expect(await say(iris, "two")).toBeGreaterThan(before + 100_000);
  });

  test("reports databases that know the organization by another number", async () => {
    const { iris } = await realm();
    await untilShipped(iris);
    const { id, subdomain } = await identityOf(iris);
    expect(await told(iris, "check/identity")).toMatchObject({ wrong: [], conflicts: [], left_over: [] });
    await env.DB2.prepare("INSERT INTO arrivals (realm, version) VALUES (?1, 1)").bind(id).run();
    await env.DB.prepare("DELETE FROM organizations WHERE id = ?1").bind(id).run();
    expect(await told(iris, "check/identity")).toMatchObject({
      wrong: [`DB does not know number ${id}, "${subdomain}"`],
      left_over: ["DB2"],
    });
    await mend(iris);
    expect((await told(iris, "check/identity")).wrong).toEqual([]);
    await env.DB.prepare("UPDATE organizations SET subdomain = ?1 WHERE id = ?2").bind(`x${id}`, id).run();
    expect((await told(iris, "check/identity")).conflicts).toEqual([`DB has given number ${id} to "x${id}"`]);
  });
});

describe("checking files", () => {
  test("reports missing files of every kind that rows refer to", async () => {
    const { iris } = await realm();
    const picture = (name: string) => new File([png()], name, { type: "image/png" });
    await iris.ok(sendFiles(iris, "/user_uploads", [textFile("a")]));
    await iris.ok(sendFiles(iris, "/users/me/avatar", [picture("me.png")]));
    await iris.ok(sendFiles(iris, "/realm/emoji/party", [new File([animatedGif()], "a.gif", { type: "image/gif" })]));
    await iris.ok(sendFiles(iris, "/realm/icon", [picture("icon.png")]));
    await iris.ok(iris.post("/export/realm"));
    await until(async () => {
      const { exports } = await iris.ok(iris.get("/export/realm"));
      expect(exports).toMatchObject([{ pending: false }]);
    });
    const { id } = await identityOf(iris);
    expect(await told(iris, "check/files")).toMatchObject({ missing: [], unnamed: [], next: null });
    const { objects } = await env.UPLOADS.list({ prefix: `${id}/` });
    const kinds = (keys: readonly string[]) =>
      [
        ...new Set(
          keys.map((key) =>
            key
              .split("/")
              .slice(1, -1)
              .join("/")
              .replace(/^(uploads|exports).*/, "$1"),
          ),
        ),
      ].sort();
    await env.UPLOADS.delete(objects.map(({ key }) => key));
    const { missing } = await told(iris, "check/files");
    expect(kinds(missing)).toEqual(["avatars", "emoji", "emoji/still", "exports", "realm", "uploads"]);
    const [first = ""] = missing;
    expect((await told(iris, "check/files", { after: first })).missing).toEqual(missing.slice(1));
  });

  test("reports unreferenced files, and on request deletes old ones that aren't being stored", async () => {
    const { iris } = await realm();
    const { id } = await identityOf(iris);
    await iris.ok(sendFiles(iris, "/user_uploads", [textFile("kept")]));
    await iris.ok(iris.post("/imports", { size: "1000" }));
    const [{ token } = { token: "" }] = (await tablesOf(iris))["imports"] as { token: string }[];
    await env.UPLOADS.put(`${id}/imports/${token}/0`, "part");
    const [stray, reserved] = [`${id}/uploads/aa/stray`, `${id}/uploads/aa/reserved`];
    for (const key of [stray, reserved]) await env.UPLOADS.put(key, "x");
    await executeSql(iris, "INSERT INTO reserved_files (key, reserved_at) VALUES (?1, 4000000000)", reserved);
    const young = await told(iris, "check/files", { delete_unnamed: "true" });
    expect(young).toMatchObject({ unnamed: [{ key: stray, old: false }], deleted: 0 });
    await advanceClock(iris, 2 * DAY_MS);
    expect(await told(iris, "check/files")).toMatchObject({ unnamed: [{ key: stray, old: true }], deleted: 0 });
    expect(await told(iris, "check/files", { delete_unnamed: "true" })).toMatchObject({ deleted: 1 });
    await until(async () => expect(await env.UPLOADS.head(stray)).toBeNull());
    expect(await env.UPLOADS.head(reserved)).not.toBeNull();
    expect(await told(iris, "check/files")).toMatchObject({ missing: [], unnamed: [] });
  });
});
