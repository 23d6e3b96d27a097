import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { features } from "../../src/features.ts";
import {
  breaking,
  fingerprint,
  hasSchema,
  migrate,
  type Schema,
  type SchemaStep,
  stepSql,
} from "../../src/realm/schema.ts";
import { schemasOf } from "../../src/realm-object/build-realm.ts";
import { fetchPage } from "../support/files.ts";
import { evict, executeSql } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import { inFreshObject } from "../support/storage.ts";
import taken from "./schema-steps.json";

const first = "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT";
const second = "ALTER TABLE things ADD COLUMN size INTEGER NOT NULL DEFAULT 1";
const things = (...steps: SchemaStep[]): Schema[] => [{ feature: "things", steps }];
const more: Schema = { feature: "more", steps: ["CREATE TABLE more (id INTEGER) STRICT"] };

test("an object without an organization has no tables, and requesting them creates none", () =>
  inFreshObject(({ storage: { sql } }) => {
    expect(hasSchema(sql)).toBe(false);
    expect(sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray()).toEqual([]);
  }));

test("an older realm runs the migration steps it lacks, and keeps its rows", () =>
  inFreshObject(({ storage: { sql } }) => {
    migrate(sql, things(first), "1");
    sql.exec("INSERT INTO things (name) VALUES ('a')");
    expect(migrate(sql, things(first, second), "2")).toBeUndefined();
    expect(migrate(sql, things(first, second), "2")).toBeUndefined();
    expect(sql.exec("SELECT name, size FROM things").toArray()).toEqual([{ name: "a", size: 1 }]);
  }));

test("a feature that is added later creates its tables", () =>
  inFreshObject(({ storage: { sql } }) => {
    migrate(sql, things(first), "1");
    migrate(sql, [...things(first), more], "2");
    expect(sql.exec("SELECT count(*) AS n FROM more").one()["n"]).toBe(0);
  }));

test("migrate refuses a different step in place of a known one, but accepts a reformatted one", () =>
  inFreshObject(({ storage: { sql } }) => {
    migrate(sql, things(first), "1");
    const misfit = migrate(sql, things(first.replace("name", "title"), second), "2");
    expect(misfit).toEqual({ step: "things 0", problem: "different", program: "1" });
    expect(sql.exec("SELECT * FROM schema_steps").toArray()).toHaveLength(1);
    expect(migrate(sql, things(`-- what there is\n${first.replaceAll(" ", "\n  ")}`), "2")).toBeUndefined();
  }));

test("the second organization of a process gets the same tables as the first", async () => {
  const schemas = schemasOf(features);
  const made = () =>
    inFreshObject(({ storage: { sql } }) => {
      expect(migrate(sql, schemas, "made twice")).toBeUndefined();
      const all = sql.exec("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").toArray();
      const rows = all
        .filter(({ type, name }) => type === "table" && !String(name).startsWith("_cf_"))
        .map(({ name }) => [name, sql.exec(`SELECT * FROM "${name}"`).toArray()]);
      expect(migrate(sql, schemas, "made twice")).toBeUndefined();
      return { all, rows };
    });
  const first = await made();
  expect(first.all.length).toBeGreaterThan(300);
  expect(await made()).toEqual(first);
});

describe("an older program", () => {
  test("can use a realm after a newer program's additive steps, and the newer one can use it afterwards", () =>
    inFreshObject(({ storage: { sql } }) => {
      migrate(sql, [...things(first, second), more], "2");
      expect(migrate(sql, things(first), "1")).toBeUndefined();
      sql.exec("INSERT INTO things (name) VALUES ('a')");
      expect(migrate(sql, [...things(first, second), more], "2")).toBeUndefined();
      expect(sql.exec("SELECT name, size FROM things").toArray()).toEqual([{ name: "a", size: 1 }]);
    }));

  test("refuses a realm after a newer program's breaking step, even if other steps followed", () =>
    inFreshObject(({ storage: { sql } }) => {
      const renamed = breaking("ALTER TABLE things RENAME COLUMN name TO title");
      migrate(sql, things(first, renamed, second), "2");
      expect(migrate(sql, things(first), "1")).toEqual({ step: "things 1", problem: "newer", program: "2" });
      expect(migrate(sql, things(first, renamed), "1")).toBeUndefined();
    }));

  test("refuses a realm after an unknown step whose kind was not recorded", () =>
    inFreshObject(({ storage: { sql } }) => {
      sql.exec("CREATE TABLE schema_steps (feature TEXT, step INTEGER, fingerprint TEXT, PRIMARY KEY (feature, step))");
      sql.exec(`${first}; ${second}`);
      for (const [step, text] of [first, second].entries()) {
        sql.exec("INSERT INTO schema_steps VALUES ('things', ?, ?)", step, fingerprint(text));
      }
      expect(migrate(sql, things(first), "1")).toEqual({ step: "things 1", problem: "newer", program: "" });
      expect(migrate(sql, things(first, second), "1")).toBeUndefined();
    }));
});

describe("an organization migrated by a newer program", () => {
  const newer =
    "INSERT INTO schema_steps (feature, step, fingerprint, additive, program) VALUES ('tomorrow', 0, 'x', ?, '9.1')";

  test("is served if the newer program has only run additive steps", async () => {
    const { iris } = await realm();
    await executeSql(iris, newer, 1);
    await evict(iris);
    await iris.ok(iris.get("/users/me"));
  });

  test("is refused in every response until the server is updated", async () => {
    const { iris, host } = await realm();
    const { queue_id, last_event_id } = await iris.ok(iris.post("/register"));
    await executeSql(iris, newer, 0);
    await evict(iris);
    const outdated = { status: 503, body: { result: "error", code: "SERVER_OUTDATED", needed_version: "9.1" } };
    for (const answer of [
      await iris.get("/users/me"),
      await iris.get("/server_settings"),
      await iris.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }),
      await iris.get("/events", { queue_id, last_event_id, dont_block: true }),
      await iris.post("/messages", { type: "direct", to: [iris.id], content: "Hello" }),
    ]) {
      expect(answer).toMatchObject(outdated);
      expect(answer.body.msg).toContain("another version of Parley (9.1)");
    }
    expect((await fetchPage(host, "/health")).status).toBe(503);
  });

  test("keeps its alarm, so that due work runs once a newer program is deployed", async () => {
    const { iris } = await realm();
    await executeSql(iris, newer, 0);
    await evict(iris);
    const stub = env.REALM.get(env.REALM.idFromName(iris.host.replace(/\.localhost$/, "")));
    await runInDurableObject(stub, (_, { storage }) => storage.setAlarm(Date.now() + 3_600_000));
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    const next = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
    expect(next).toBeGreaterThan(Date.now() + 300_000);
    expect(next).toBeLessThan(Date.now() + 900_000);
  });
});

describe("the server's own schema steps", () => {
  const schemas = schemasOf(features);
  const prints = Object.fromEntries(
    schemas.flatMap(({ feature, steps }) =>
      steps.length === 0 ? [] : [[feature, steps.map((step) => fingerprint(stepSql(step)))]],
    ),
  );

  const known = new Map(Object.entries<string[]>(taken));

  test("have not changed since realms ran them", () => {
    // Removed features keep their lines, since realms that ran their steps refuse other steps of the same name.
    const changed = Object.entries(prints).flatMap(([feature, now]) =>
      (known.get(feature) ?? []).flatMap((print, step) => (now[step] === print ? [] : [`${feature} ${step}`])),
    );
    expect(changed, "Realms have taken these steps as they were: leave them so, and append another step").toEqual([]);
  });

  test("are all listed in test/realm/schema-steps.json", () => {
    const lines = Object.entries(prints)
      .filter(([feature, now]) => now.length > (known.get(feature) ?? []).length)
      .map(([feature, now]) => `"${feature}": ${JSON.stringify(now)}`);
    expect(lines, `Once on main, these lines never change:\n${lines.join("\n")}`).toEqual([]);
  });

  test("are additive unless they declare whether older programs can continue", () => {
    const plain = schemas.flatMap(({ steps }) => steps.slice(1)).filter((step) => typeof step === "string");
    const withoutTriggers = plain.map((text) => text.replace(/CREATE TRIGGER[\s\S]*?\bEND\b/g, ""));
    const changing = /\b(DROP|RENAME|DELETE|UPDATE|REPLACE)\b|ADD COLUMN(?=[^,;]*NOT NULL)(?![^,;]*DEFAULT)/i;
    expect(withoutTriggers.filter((text) => changing.test(text))).toEqual([]);
  });

  test("are all different", () => {
    const all = Object.values({ ...taken, ...prints }).flat();
    expect(new Set(all).size, "A feature is never renamed: realms have its steps by its name").toBe(all.length);
  });
});
