import { describe, expect, test, vi } from "vitest";
import { untilShipped, withConfig } from "../../support/object.ts";
import { realm } from "../../support/organization.ts";
import type { Person } from "../../support/person.ts";

const say = (person: Person, content: string) =>
  person.ok(person.post("/messages", { type: "channel", to: "general", topic: "t", content }));
const sizeOf = async (person: Person) => (await person.get("/health")).body.bulk_store.size;
/** What the notification bot has said to somebody about the database. */
async function toldTo(person: Person): Promise<string[]> {
  const query = { anchor: "newest", num_before: 50, num_after: 0, narrow: '[["is","dm"]]', apply_markdown: false };
  const { messages } = await person.ok(person.get("/messages", query));
  return messages
    .map(({ content }: { content: string }) => content)
    .filter((content: string) => content.includes("database that keeps the texts"));
}

describe("the size of the database", () => {
  test("is told after each shipment, with its limit", async () => {
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

  test("is told to owners and administrators once from four fifths of the limit on, and again after there was room", async () => {
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
      await vi.waitFor(async () => expect(await toldTo(iris)).toHaveLength(1));
      expect((await toldTo(iris))[0]).toMatch(/is (?:89|9\d) % full \(\d+\.\d GB of \d+\.\d GB\)/);
      expect(await toldTo(omar)).toHaveLength(1);
      for (const other of [mona, mia]) expect(await toldTo(other)).toEqual([]);
      expect((await sizeOf(iris)).is_filling).toBe(true);
    });
    await withConfig(iris, { databaseLimit: 10 * bytes }, () => shipped("three"));
    await withConfig(iris, { databaseLimit: Math.round(bytes / 0.9) }, () => shipped("four"));
    await vi.waitFor(async () => expect(await toldTo(iris)).toHaveLength(2));
  });
});
