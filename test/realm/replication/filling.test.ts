import { describe, expect, test } from "vitest";
import { notesTo } from "../../support/messages.ts";
import { tablesOf, untilShipped, withConfig } from "../../support/object.ts";
import { realm } from "../../support/organization.ts";
import type { Person } from "../../support/person.ts";
import { until } from "../../support/until.ts";

const say = (person: Person, content: string) =>
  person.ok(person.post("/messages", { type: "channel", to: "general", topic: "t", content }));
const untilIdle = (person: Person) => until(async () => expect((await tablesOf(person))["outbox"]).toEqual([]));
const sizeOf = async (person: Person) => (await person.get("/health")).body.bulk_store.size;
/** What the notification bot has told a user about the database. */
const toldTo = async (person: Person) =>
  (await notesTo(person)).filter((content) => content.includes("database that keeps the texts"));

describe("database size", () => {
  test("is reported after each shipment, with its limit", async () => {
    const { iris } = await realm();
    await say(iris, "hello");
    await untilShipped(iris);
    const { bytes, ...size } = await sizeOf(iris);
    expect(bytes).toBeGreaterThan(10_000);
    expect(size).toEqual({ limit: 10_000_000_000, is_filling: false });
    await withConfig(iris, { databaseLimit: 10 * bytes }, async () => {
      expect(await sizeOf(iris)).toMatchObject({ limit: 10 * bytes, is_filling: false });
    });
  });

  test("is reported to owners and administrators once above 80% of the limit, and again after falling below it", async () => {
    const { iris, omar, mona, mia } = await realm();
    await untilShipped(iris);
    const { bytes } = await sizeOf(iris);
    const shipped = async (content: string) => {
      await say(mia, content);
      await untilShipped(iris);
    };
    await withConfig(iris, { databaseLimit: Math.round(bytes / 0.9) }, async () => {
      await shipped("one");
      await shipped("two");
      await until(async () => expect(await toldTo(iris)).toHaveLength(1));
      expect((await toldTo(iris))[0]).toMatch(/is (?:89|9\d)% full \(\d+\.\d GB of \d+\.\d GB\)/);
      expect(await toldTo(omar)).toHaveLength(1);
      for (const other of [mona, mia]) expect(await toldTo(other)).toEqual([]);
      expect((await sizeOf(iris)).is_filling).toBe(true);
    });
    await withConfig(iris, { databaseLimit: 10 * bytes }, () => shipped("three"));
    await withConfig(iris, { databaseLimit: Math.round(bytes / 0.9) }, () => shipped("four"));
    await until(async () => expect(await toldTo(iris)).toHaveLength(2));
  });

  test("is emailed to the operator by only one organization, and again after falling below the limit", async () => {
    const [one, two] = await Promise.all([realm(), realm()]);
    const people = [one.iris, two.iris];
    const shipped = async (config: object) => {
      for (const person of people) {
        await withConfig(person, { operatorEmail: "ops@example.org", ...config }, async () => {
          await say(person, "hello");
          await untilShipped(person);
          await untilIdle(person);
        });
      }
    };
    const mails = async () => {
      const lists = await Promise.all(people.map((person) => person.ok(person.get("/dev/mail"))));
      return lists.flatMap((list) => list["mails"]).filter(({ to }) => to === "ops@example.org");
    };
    await untilShipped(one.iris);
    const { bytes } = await sizeOf(one.iris);
    const full = { databaseLimit: Math.round(bytes / 0.9) };
    await shipped(full);
    expect(await mails()).toEqual([
      expect.objectContaining({ subject: "A database of your Parley server is filling up" }),
    ]);
    for (const person of people) expect(await toldTo(person)).toHaveLength(1);
    await shipped({ databaseLimit: 10 * bytes });
    await shipped(full);
    expect(await mails()).toHaveLength(2);
  });
});
