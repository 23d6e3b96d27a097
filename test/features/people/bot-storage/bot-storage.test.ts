import { describe, expect, test } from "vitest";
import { outcome } from "../../../support/channels.ts";
import { executeSql } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const put = (who: Person, storage: unknown) => who.put("/bot_storage", { storage });
const stored = async (who: Person, fields: object = {}): Promise<Json> =>
  (await who.ok(who.get("/bot_storage", fields))).storage;
const MISSING = "BAD_REQUEST: Key does not exist.";

async function bot(): Promise<Person> {
  const cast = await realm();
  return cast.bot(cast.noah);
}

describe("[users 8] a bot's storage", () => {
  test("stores texts by key, and replaces those of existing keys", async () => {
    const gull = await bot();
    expect(await stored(gull)).toEqual({});
    await gull.ok(put(gull, { score: "1", "": "of no name", 'a "key"': "{}" }));
    await gull.ok(put(gull, { score: '{"noah": 2}', more: "" }));
    await gull.ok(put(gull, {}));
    const all = { score: '{"noah": 2}', "": "of no name", 'a "key"': "{}", more: "" };
    expect(await stored(gull)).toEqual(all);
    expect(await stored(gull, { keys: ["more", "score", "more"] })).toEqual({ score: all.score, more: "" });
    expect(await stored(gull, { keys: [] })).toEqual({});
  });

  test("is only for bots, and values stored by users earlier are not returned", async () => {
    const { iris, noah, gus } = await realm();
    await executeSql(noah, "INSERT INTO bot_storage VALUES (?, 'old', 6, 'tea')", noah.id);
    for (const who of [iris, noah, gus])
      for (const call of [who.get("/bot_storage"), put(who, { a: "1" }), who.delete("/bot_storage")])
        expect(await outcome(call)).toBe("PERMISSION_DENIED: Must be a bot user");
  });

  test("accepts any text as a key, and is case-sensitive", async () => {
    const gull = await bot();
    const odd = JSON.parse('{"constructor":"a","__proto__":"b","prototype":"c","Ü":"d","ü":"e","🐙":"f"}');
    await gull.ok(put(gull, odd));
    const body = await gull.ok(gull.get("/bot_storage"));
    expect(Object.entries(body.storage).sort()).toEqual(Object.entries(odd).sort());
  });

  test("refuses to read or delete a key that does not exist", async () => {
    const gull = await bot();
    await gull.ok(put(gull, { a: "1", b: "2", c: "3" }));
    expect(await outcome(gull.get("/bot_storage", { keys: ["a", "z"] }))).toBe(MISSING);
    expect(await outcome(gull.delete("/bot_storage", { keys: ["a", "z"] }))).toBe(MISSING);
    expect(Object.keys(await stored(gull))).toEqual(["a", "b", "c"]);
    await gull.ok(gull.delete("/bot_storage", { keys: ["a"] }));
    expect(await stored(gull)).toEqual({ b: "2", c: "3" });
    await gull.ok(gull.delete("/bot_storage"));
    expect(await stored(gull)).toEqual({});
    await gull.ok(gull.delete("/bot_storage"));
  });

  test.each([
    ["no value", undefined, "REQUEST_VARIABLE_MISSING: Missing 'storage' argument"],
    ["invalid JSON", "score", "BAD_REQUEST: storage is not valid JSON"],
    ["a list", ["score"], "BAD_REQUEST: storage is not a dict"],
    ["null", null, "BAD_REQUEST: storage is not a dict"],
    ["a number", { a: "1", score: 2 }, 'BAD_REQUEST: storage["score"] is not a string'],
  ])("refuses %s", async (_, storage, expected) => {
    const gull = await bot();
    expect(await outcome(put(gull, storage))).toBe(expected);
    expect(await stored(gull)).toEqual({});
    expect(await outcome(gull.get("/bot_storage", { keys: "a" }))).toBe("BAD_REQUEST: keys is not valid JSON");
    expect(await outcome(gull.get("/bot_storage", { keys: [1] }))).toBe("BAD_REQUEST: keys[0] is not a string");
  });

  test("has a size limit, and a request that exceeds it changes nothing", async () => {
    const gull = await bot();
    const large = "x".repeat(1_800_000);
    for (const key of ["a", "b", "c", "d", "e"]) await gull.ok(put(gull, { [key]: large }));
    // A replaced value no longer counts.
    await gull.ok(put(gull, { e: large }));
    expect(await outcome(put(gull, { a: "small", f: large, g: large }))).toBe(
      "BAD_REQUEST: Request exceeds storage limit by 800012 bytes. The limit is 10000000 bytes.",
    );
    expect(await outcome(put(gull, { g: `${large}${"é".repeat(60_000)}` }))).toBe(
      "BAD_REQUEST: A value cannot be larger than 1900000 bytes.",
    );
    const storage = await stored(gull);
    expect(Object.keys(storage)).toEqual(["a", "b", "c", "d", "e"]);
    expect(storage.a).toHaveLength(1_800_000);
  });

  test("has at most ten thousand keys", async () => {
    const gull = await bot();
    await gull.ok(put(gull, Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key ${index}`, ""]))));
    expect(await outcome(put(gull, { another: "" }))).toBe("BAD_REQUEST: You cannot store more than 10000 keys.");
    await gull.ok(put(gull, { "key 1": "1" }));
  });

  test("is separate for each bot, and refused for incoming webhook bots", async () => {
    const { iris, noah, bot: makeBot } = await realm();
    const [one, other] = [await makeBot(noah), await makeBot(noah)];
    await one.ok(put(one, { secret: "sesame" }));
    await other.ok(put(other, { own: "1" }));
    expect(await outcome(other.get("/bot_storage", { keys: ["secret"] }))).toBe(MISSING);
    expect(await stored(other)).toEqual({ own: "1" });
    const hook = await makeBot(iris, { bot_type: 2 });
    expect(await outcome(put(hook, { a: "1" }))).toBe(
      "BAD_REQUEST: This API is not available to incoming webhook bots.",
    );
  });
});
