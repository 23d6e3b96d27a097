import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import {
  advanceClock,
  beginMove,
  evict,
  identityOf,
  moveOn,
  untilShipped,
  withConfig,
  withDatabase,
  withEnv,
} from "../support/object.ts";
import { realm } from "../support/organization.ts";
import { type Fields, Person } from "../support/person.ts";
import { until } from "../support/until.ts";

const TABLES = ["users", "messages", "reactions", "personal_flags", "submessages", "arrivals"];
const REST_MS = 6 * 60_000;

/** The operator, at the server's root domain. */
const operator = new Person("localhost", "", "");
const subdomainOf = ({ host }: Person) => host.split(".")[0] ?? "";
const move = (who: Person, database: string, fields: Fields = {}) =>
  operator.post("/organizations/move", { subdomain: subdomainOf(who), database, ...fields });

const say = async (person: Person, content: string, topic = "t"): Promise<number> =>
  (await person.ok(person.post("/messages", { type: "channel", to: "general", topic, content }))).id;
const healthOf = async (person: Person) => (await person.get("/health")).body.bulk_store;
const searched = (person: Person, word: string) =>
  person.ok(
    person.get("/messages", { anchor: "newest", num_before: 100, num_after: 0, narrow: `[["search","${word}"]]` }),
  );

/** All messages a user can read, oldest first, through ordinary pages. */
async function readAll(person: Person): Promise<string[]> {
  const { messages } = await person.ok(
    person.get("/messages", { anchor: "oldest", num_before: 0, num_after: 1000, apply_markdown: false }),
  );
  return messages.map(({ id, content }: { id: number; content: string }) => `${id} ${content}`);
}

async function rowsIn(database: D1Database, person: Person): Promise<Record<string, number>> {
  const { id } = await identityOf(person);
  const count = async (name: string, where: string, ...values: number[]): Promise<[string, number]> => [
    name,
    (await database
      .prepare(`SELECT count(*) AS n FROM ${name} WHERE ${where}`)
      .bind(...values)
      .first<number>("n")) ?? 0,
  ];
  return Object.fromEntries([
    ...(await Promise.all(TABLES.map((name) => count(name, "realm = ?1", id)))),
    await count("message_words", "rowid > ?1 AND rowid < ?2", id * 2 ** 32, (id + 1) * 2 ** 32),
    await count("organizations", "id = ?1", id),
  ]);
}
const none = { ...Object.fromEntries(TABLES.map((name) => [name, 0])), message_words: 0, organizations: 0 };

/** An organization with rows of every kind in D1. Its oldest messages are only in D1. */
async function talkedIn() {
  const cast = await realm();
  const { iris, omar, mia } = cast;
  const ids: number[] = [];
  for (let i = 0; i < 30; i++) ids.push(await say(i % 2 ? iris : omar, `number ${i}`));
  const [first = 0, second = 0, third = 0] = ids;
  await iris.ok(mia.post(`/messages/${first}/reactions`, { emoji_name: "tada" }));
  await iris.ok(mia.post("/messages/flags", { messages: `[${second}]`, op: "add", flag: "starred" }));
  await iris.ok(iris.post("/messages", { type: "channel", to: "general", topic: "t", content: "/poll Tea?\nYes\nNo" }));
  await untilShipped(iris);
  return { ...cast, first, second, third };
}

const differences = async (person: Person) => (await person.ok(person.get("/testing/differences"))).differences;

describe("moving an organization to another database", () => {
  test.each(["none", "lie"] as const)(
    "works step by step despite evictions (%s) while members talk, with all data readable and none lost",
    async (fault) => {
      const cast = await talkedIn();
      const { iris, omar, mia, first, second, third } = cast;
      await beginMove(iris, "DB2");
      let steps = 0;
      let phase: string | undefined = "clearing";
      while (phase === "clearing" || phase === "copying") {
        const said = await say(omar, `during ${steps}`);
        if (steps === 2) await omar.ok(omar.patch(`/messages/${first}`, { content: "changed needle" }));
        if (steps === 8) await iris.ok(iris.delete(`/messages/${third}`));
        if (steps === 9) await mia.ok(mia.delete(`/messages/${first}/reactions`, { emoji_name: "tada" }));
        if (steps === 10)
          await iris.ok(iris.post("/users", { full_name: "New", email: "new@example.com", password: "correct horse" }));
        if (steps % 4 === 3) await iris.ok(iris.delete(`/messages/${said}`));
        const next = () => moveOn(iris).catch(() => ({ phase: "copying" }));
        // A step whose result is unknown is repeated.
        if (fault === "lie" && steps % 2 === 0) await withDatabase(iris, "lie", async () => void (await next()), "DB2");
        phase = (await next())?.phase;
        // Reads stay correct meanwhile: thirty messages except the changed and the deleted one.
        const { messages } = await searched(iris, "number");
        expect(messages).toHaveLength(30 - Number(steps >= 2) - Number(steps >= 8));
        await evict(iris);
        steps += 1;
        expect(steps).toBeLessThan(60);
      }
      expect(steps).toBeGreaterThan(10);
      expect((await healthOf(iris)).database).toBe("DB2");
      const expected = await readAll(iris);
      expect(new Set(expected).size).toBe(expected.length);
      await untilShipped(iris);
      expect(await differences(iris)).toEqual([]);
      expect((await searched(mia, "needle")).messages).toHaveLength(1);
      expect((await mia.ok(mia.get(`/messages/${second}`))).message.flags).toContain("starred");
      expect((await mia.get(`/messages/${third}`)).status).toBe(400);

      // Rows stay a while, because requests planned before may still read them.
      expect((await rowsIn(env.DB, iris))["messages"]).toBeGreaterThan(0);
      await say(iris, "afterwards needle");
      await advanceClock(iris, REST_MS);
      for (let step = 0; step < 30 && (await moveOn(iris)) !== undefined; step++) await evict(iris);
      expect((await healthOf(iris)).move).toBeUndefined();
      expect(await rowsIn(env.DB, iris)).toEqual(none);
      expect((await searched(mia, "needle")).messages).toHaveLength(2);
      expect(await differences(iris)).toEqual([]);
    },
  );

  test("also works in the other direction, runs in the background, and is reported by /health", async () => {
    const { iris } = await talkedIn();
    const before = await readAll(iris);
    expect((await operator.ok(move(iris, "DB2"))).database).toBe("DB");
    await until(async () => expect((await healthOf(iris)).database).toBe("DB2"));
    expect((await healthOf(iris)).move).toMatchObject({ phase: "removing", database: "DB", failures: 0 });
    expect((await move(iris, "DB")).body.msg).toMatch(/still being removed from DB\b/);
    await advanceClock(iris, REST_MS);
    await until(async () => expect((await healthOf(iris)).move).toBeUndefined());
    expect((await move(iris, "DB2")).body.msg).toBe("The organization is in DB2 already.");
    await operator.ok(move(iris, "DB"));
    await until(async () => expect((await healthOf(iris)).database).toBe("DB"));
    expect(await readAll(iris)).toEqual(before);
    await advanceClock(iris, REST_MS);
    await until(async () => expect((await healthOf(iris)).move).toBeUndefined());
    expect(await rowsIn(env.DB2, iris)).toEqual(none);
    expect(await differences(iris)).toEqual([]);
  });

  test("copies tables with more rows than one portion holds", async () => {
    const { iris } = await realm();
    const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "general" }));
    const messages = Array.from({ length: 1200 }, (_, i) => ({
      sender: iris.id,
      to: stream_id,
      topic: "t",
      content: `m ${i}`,
    }));
    await iris.ok(iris.post("/testing/messages", { messages: JSON.stringify(messages) }));
    await untilShipped(iris);
    const before = await rowsIn(env.DB, iris);
    await operator.ok(move(iris, "DB2"));
    await until(async () => expect((await healthOf(iris)).database).toBe("DB2"));
    expect({ ...(await rowsIn(env.DB2, iris)) }).toEqual(before);
    await advanceClock(iris, REST_MS);
    await until(async () => expect((await healthOf(iris)).move).toBeUndefined());
    expect(await rowsIn(env.DB, iris)).toEqual(none);
  });

  test("can be canceled, which removes the copied rows", async () => {
    const { iris } = await talkedIn();
    await beginMove(iris, "DB2");
    for (let step = 0; step < 10; step++) await moveOn(iris);
    expect((await rowsIn(env.DB2, iris))["users"]).toBeGreaterThan(0);
    await operator.ok(move(iris, "DB"));
    await until(async () => expect((await healthOf(iris)).move).toBeUndefined());
    expect(await rowsIn(env.DB2, iris)).toEqual(none);
    await say(iris, "stays");
    await untilShipped(iris);
    expect(await differences(iris)).toEqual([]);
  });

  test("starts again if the target database was lost after the copy began", async () => {
    const { iris } = await talkedIn();
    await beginMove(iris, "DB2");
    for (let step = 0; step < 12; step++) await moveOn(iris);
    const { id } = await identityOf(iris);
    for (const table of TABLES) await env.DB2.prepare(`DELETE FROM ${table} WHERE realm = ?1`).bind(id).run();
    for (let step = 0; step < 60; step++) {
      const progress = await moveOn(iris).catch(() => ({ phase: "failed" }));
      if (progress?.phase === "removing") break;
    }
    await untilShipped(iris);
    expect((await healthOf(iris)).database).toBe("DB2");
    expect(await differences(iris)).toEqual([]);
  });

  test("pauses while the target refuses, reports the reason, and resumes later", async () => {
    const { iris } = await talkedIn();
    await withDatabase(
      iris,
      "full",
      async () => {
        await operator.ok(move(iris, "DB2"));
        await until(async () =>
          expect((await healthOf(iris)).move).toMatchObject({ error: expect.stringMatching(/full/) }),
        );
        await say(iris, "meanwhile");
      },
      "DB2",
    );
    await advanceClock(iris, 120_000);
    await until(async () => expect((await healthOf(iris)).database).toBe("DB2"));
    expect(await differences(iris)).toEqual([]);
  });

  test("requires an existing database and the setup token", async () => {
    const { iris, omar } = await realm();
    expect((await move(iris, "DB7")).body.msg).toBe("There is no database DB7, but DB, DB2.");
    await withEnv({ SETUP_TOKEN: "the token" }, () =>
      withConfig(iris, { setupToken: "the token" }, async () => {
        expect((await move(iris, "DB2")).status).toBe(401);
        expect((await move(omar, "DB2", { setup_token: "another" })).status).toBe(401);
        expect((await healthOf(iris)).move).toBeUndefined();
        await operator.ok(move(iris, "DB2", { setup_token: "the token" }));
      }),
    );
    await until(async () => expect((await healthOf(iris)).database).toBe("DB2"));
  });
});

test("when D1 fills up and one of two organizations is moved away, both keep working and no data is lost", async () => {
  const [one, two] = [await talkedIn(), await talkedIn()];
  const said = { one: [] as string[], two: [] as string[] };
  const work = async (round: string) => {
    for (const [name, { iris, omar }] of Object.entries({ one, two }) as ["one" | "two", typeof one][]) {
      const topic = `hour ${round}`;
      for (const person of [iris, omar]) said[name].push(`${await say(person, `${name} ${round} work`, topic)}`);
      const changed = said[name].at(-1) ?? "";
      await iris.ok(omar.patch(`/messages/${changed}`, { content: `${name} ${round} work edited` }));
      await iris.ok(iris.post(`/messages/${changed}/reactions`, { emoji_name: "tada" }));
      // Recent messages stay readable: the newest of all, and their conversation.
      const page = { anchor: "newest", num_before: 4, num_after: 0, apply_markdown: false };
      for (const narrow of [
        "[]",
        JSON.stringify([
          ["channel", "general"],
          ["topic", topic],
        ]),
      ]) {
        const { messages, found_newest } = await omar.ok(omar.get("/messages", { ...page, narrow }));
        expect(found_newest).toBe(true);
        expect(messages.at(-1).content).toBe(`${name} ${round} work edited`);
        expect(messages.at(-1).reactions).toHaveLength(1);
      }
    }
  };
  await work("before");
  for (const { iris } of [one, two]) await untilShipped(iris);
  await withDatabase(
    one.iris,
    "full",
    async () => {
      for (const round of ["1", "2", "3"]) await work(round);
      for (const { iris } of [one, two])
        await until(async () => expect(await healthOf(iris)).toMatchObject({ waiting: true, parked: 0 }));
      await operator.ok(move(two.iris, "DB2"));
      await until(async () => {
        await say(two.omar, "while it moves");
        expect((await healthOf(two.iris)).database).toBe("DB2");
      });
      await work("4");
      // The moved organization is complete again, with searches and old messages.
      await untilShipped(two.iris);
      expect((await searched(two.mia, "work")).messages).toHaveLength(10);
      expect((await two.mia.ok(two.mia.get(`/messages/${two.first}`))).raw_content).toBe("number 0");
      await advanceClock(two.iris, REST_MS);
      await until(async () => expect((await healthOf(two.iris)).move).toBeUndefined());
      expect(await rowsIn(env.DB, two.iris)).toEqual(none);
    },
    "DB",
  );
  await advanceClock(one.iris, 120_000);
  for (const [name, { iris, mia }] of Object.entries({ one, two }) as ["one" | "two", typeof one][]) {
    await untilShipped(iris);
    expect(await differences(iris)).toEqual([]);
    const { messages } = await searched(mia, "work");
    expect(messages.map(({ id }: { id: number }) => String(id))).toEqual(said[name]);
    expect(await healthOf(iris)).toMatchObject({ waiting: false, parked: 0, database: name === "one" ? "DB" : "DB2" });
  }
});
