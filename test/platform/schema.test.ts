import { expect, test } from "vitest";
import { features } from "../../src/features.ts";
import { fingerprint, hasSchema, migrate, type Schema } from "../../src/realm/schema.ts";
import { inFreshObject } from "../support/storage.ts";

const first = "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT";
const second = "ALTER TABLE things ADD COLUMN size INTEGER NOT NULL DEFAULT 1";
const things = (...steps: string[]): Schema[] => [{ feature: "things", steps }];

test("an object that holds no organization has no tables, and asking makes none", () =>
  inFreshObject(({ storage: { sql } }) => {
    expect(hasSchema(sql)).toBe(false);
    expect(sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray()).toEqual([]);
  }));

test("an older realm gets the steps that it lacks, and keeps its rows", () =>
  inFreshObject(({ storage: { sql } }) => {
    migrate(sql, things(first));
    sql.exec("INSERT INTO things (name) VALUES ('a')");
    migrate(sql, things(first, second));
    migrate(sql, things(first, second));
    expect(sql.exec("SELECT name, size FROM things").toArray()).toEqual([{ name: "a", size: 1 }]);
  }));

test("a feature that comes later brings its tables", () =>
  inFreshObject(({ storage: { sql } }) => {
    migrate(sql, things(first));
    migrate(sql, [...things(first), { feature: "more", steps: ["CREATE TABLE more (id INTEGER) STRICT"] }]);
    expect(sql.exec("SELECT count(*) AS n FROM more").one().n).toBe(0);
  }));

test("a changed step is refused, a new layout of it is not", () =>
  inFreshObject(({ storage: { sql } }) => {
    migrate(sql, things(first));
    expect(() => migrate(sql, things(first.replace("name", "title")))).toThrow("step 0 is not the one");
    migrate(sql, things(`-- what there is\n${first.replaceAll(" ", "\n  ")}`));
  }));

test("a realm that a newer program has written is refused", () =>
  inFreshObject(({ storage: { sql } }) => {
    migrate(sql, things(first, second));
    expect(() => migrate(sql, things(first))).toThrow("this realm has 2 steps, this program knows 1");
  }));

test("no two steps of the server are the same", () => {
  const prints = features.flatMap(({ schema = [] }) => schema.map(fingerprint));
  expect(new Set(prints).size).toBe(prints.length);
});
