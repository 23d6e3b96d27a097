import { describe, expect, test } from "vitest";
import { advanceClock, evict, untilShipped, withDatabase } from "../../support/object.ts";
import { organization, realm } from "../../support/organization.ts";
import type { Fields, Person } from "../../support/person.ts";
import { until } from "../../support/until.ts";

// The message cache in tests holds 20 messages, and is trimmed when it exceeds that by one.
const HELD = 20;

const say = async (person: Person, content: string, topic = "t", to = "general"): Promise<number> =>
  (await person.ok(person.post("/messages", { type: "channel", to, topic, content }))).id;

const newest = (fields: Fields = {}) => ({ anchor: "newest", num_before: 100, num_after: 0, ...fields });
const topicOf = (topic: string) =>
  JSON.stringify([
    { operator: "channel", operand: "general" },
    { operator: "topic", operand: topic },
  ]);

const contentsOf = ({ messages }: { messages: { content: string }[] }) =>
  messages.map(({ content }) => content.replace(/<[^>]*>/g, ""));

/** An organization whose oldest messages are only in D1: those of topic "old", and some of "t". */
async function withOldMessages() {
  const cast = await realm();
  const { iris } = cast;
  const old = await say(iris, "the oldest", "old");
  const ids: number[] = [];
  for (let i = 0; i < HELD + 10; i++) ids.push(await say(iris, `no. ${i}`));
  await untilShipped(iris);
  return { ...cast, old, ids };
}

const withoutBulk = (person: Person, mode: "refuse" | "full", work: () => Promise<void>) =>
  withDatabase(person, mode, work);

describe.each(["refuse", "full"] as const)("while D1 is in failure mode %s", (mode) => {
  test("the realm serves the newest page, single messages and their history, including the latest changes", async () => {
    const { iris, omar, ids } = await withOldMessages();
    const mine = await say(iris, "before");
    await untilShipped(iris);
    await withoutBulk(iris, mode, async () => {
      const last = await say(omar, "during");
      await iris.ok(iris.patch(`/messages/${mine}`, { content: "edited" }));
      await iris.ok(omar.post(`/messages/${mine}/reactions`, { emoji_name: "tada" }));
      await iris.ok(iris.post("/messages/flags", { messages: `[${last}]`, op: "add", flag: "starred" }));
      const page = await iris.ok(iris.get("/messages", newest({ num_before: 5 })));
      expect(contentsOf(page)).toEqual(["no. 27", "no. 28", "no. 29", "edited", "during"]);
      expect(page).toMatchObject({ found_oldest: false, found_newest: true, history_limited: false });
      expect(page.messages[3].reactions).toMatchObject([{ emoji_name: "tada", user_id: omar.id }]);
      expect(page.messages[4].flags).toContain("starred");
      expect(page.messages[4].avatar_url).toBe((await omar.ok(omar.get(`/messages/${last}`))).message.avatar_url);
      expect((await omar.ok(omar.get(`/messages/${mine}`))).raw_content).toBe("edited");
      const { message_history } = await iris.ok(iris.get(`/messages/${mine}/history`));
      expect(message_history.map(({ content }: { content: string }) => content)).toEqual(["before", "edited"]);
      const starred = await iris.ok(iris.get("/messages", newest({ num_before: 1, narrow: '[["is","starred"]]' })));
      expect(contentsOf(starred)).toEqual(["during"]);
      const listed = await iris.ok(iris.get("/messages", { message_ids: JSON.stringify([ids.at(-1), last]) }));
      expect(listed.messages).toHaveLength(2);
    });
    await advanceClock(iris, 120_000);
    await untilShipped(iris);
    const after = await iris.ok(iris.get("/messages", newest({ narrow: '[["search","during"]]' })));
    expect(after.messages).toHaveLength(1);
  });

  test("a page that reaches past the realm's messages reports that there may be older ones", async () => {
    const { iris, ids } = await withOldMessages();
    await withoutBulk(iris, mode, async () => {
      await say(iris, "during");
      const page = await iris.ok(iris.get("/messages", newest({ narrow: topicOf("t") })));
      expect(page.messages.length).toBeGreaterThanOrEqual(HELD);
      expect(page.messages.length).toBeLessThan(ids.length + 1);
      expect(contentsOf(page).at(-1)).toBe("during");
      expect(page).toMatchObject({ found_oldest: false, found_newest: true });
      // Messages before the first of the page are unavailable.
      const older = await iris.get("/messages", {
        anchor: String(page.messages[0].id),
        num_before: 10,
        num_after: 0,
        narrow: topicOf("t"),
      });
      expect([older.status, older.headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    });
  });

  test("a recent conversation is served from its start", async () => {
    const { iris } = await withOldMessages();
    await withoutBulk(iris, mode, async () => {
      for (const content of ["one", "two"]) await say(iris, content, "new");
      const page = await iris.ok(iris.get("/messages", newest({ narrow: topicOf("new") })));
      expect(contentsOf(page)).toEqual(["one", "two"]);
      expect(page).toMatchObject({ found_oldest: true, found_newest: true });
      const first = { anchor: "oldest", num_before: 0, num_after: 10, narrow: topicOf("new") };
      expect(contentsOf(await iris.ok(iris.get("/messages", first)))).toEqual(["one", "two"]);
    });
  });

  test("messages that the realm doesn't hold are refused with Retry-After", async () => {
    const { iris, old } = await withOldMessages();
    await withoutBulk(iris, mode, async () => {
      await say(iris, "during");
      const refused: Fields[] = [
        newest({ narrow: topicOf("old") }),
        newest({ narrow: '[["search","no"]]' }),
        { anchor: "oldest", num_before: 0, num_after: 5 },
        { anchor: String(old), num_before: 1, num_after: 1 },
        { message_ids: `[${old}]` },
      ];
      for (const query of refused) {
        const { status, headers, body } = await iris.get("/messages", query);
        expect([query, status, body.code]).toEqual([query, 503, "REQUEST_TIMEOUT"]);
        expect(headers.get("Retry-After")).toMatch(/^\d+$/);
      }
      expect((await iris.get(`/messages/${old}`)).status).toBe(503);
    });
  });
});

test("while D1 is down, the first unread message is returned if known, and refused if an older one may exist", async () => {
  const { iris, omar, ids } = await withOldMessages();
  const page = { anchor: "first_unread", num_before: 2, num_after: 2 };
  await withDatabase(iris, "refuse", async () => {
    await say(iris, "during");
    // Omar has read nothing, and Iris sent everything herself.
    expect((await omar.get("/messages", page)).status).toBe(503);
    await omar.ok(omar.post("/mark_all_as_read"));
    const unread = await say(iris, "unread");
    const found = await omar.ok(omar.get("/messages", page));
    expect([found.anchor, found.found_anchor]).toEqual([unread, true]);
  });
  expect(ids.length).toBeGreaterThan(HELD);
});

test("an organization whose messages are all cached is readable without D1, except for searches", async () => {
  const { owner } = await organization();
  for (const content of ["one", "two", "three"]) await say(owner, content);
  await untilShipped(owner);
  await withDatabase(owner, "refuse", async () => {
    const page = await owner.ok(owner.get("/messages", newest()));
    expect(contentsOf(page).slice(-3)).toEqual(["one", "two", "three"]);
    expect(page).toMatchObject({ found_oldest: true, found_newest: true });
    await evict(owner);
    expect((await owner.ok(owner.get("/messages", newest()))).messages).toHaveLength(page.messages.length);
    expect((await owner.get("/messages", newest({ narrow: '[["search","two"]]' }))).status).toBe(503);
  });
});

test("without D1, the realm returns no message that the caller can't read", async () => {
  const { iris, omar, gus } = await realm();
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: '[{"name":"secret"}]', invite_only: true }));
  const id = await say(iris, "secret", "t", "secret");
  await untilShipped(iris);
  await withDatabase(iris, "refuse", async () => {
    for (const other of [omar, gus]) {
      expect((await other.get(`/messages/${id}`)).body.code).toBe("BAD_REQUEST");
      const page = await other.ok(other.get("/messages", newest()));
      expect(page.messages.some((message: { id: number }) => message.id === id)).toBe(false);
    }
  });
});

describe("a full database", () => {
  test("leaves all rows waiting until there is room, without setting any aside", async () => {
    const { owner } = await organization();
    await say(owner, "before");
    await untilShipped(owner);
    await withDatabase(owner, "full", async () => {
      for (let i = 0; i < 3; i++) await say(owner, `during ${i}`);
      await until(async () => {
        await owner.get("/messages", newest({ narrow: '[["search","during"]]' }));
        const { body } = await owner.get("/health");
        expect(body.bulk_store.failures).toBeGreaterThan(4);
        expect(body).toMatchObject({
          status: "lagging",
          bulk_store: { parked: 0, reason: expect.stringMatching(/full/) },
        });
      });
    });
    await advanceClock(owner, 120_000);
    await untilShipped(owner);
    const found = await owner.ok(owner.get("/messages", newest({ narrow: '[["search","during"]]' })));
    expect(found.messages).toHaveLength(3);
  });
});

describe("a row that D1 keeps refusing", () => {
  test("is set aside and reported, stays readable, and is shipped once D1 accepts it", async () => {
    const { owner } = await organization();
    await owner.ok(owner.post("/testing/database", { mode: "none", disliked: "poison" }));
    try {
      const ids: number[] = [];
      for (const content of ["one", "poison", "three"]) ids.push(await say(owner, content));
      await until(async () =>
        expect((await owner.get("/health")).body.bulk_store).toMatchObject({ waiting: false, parked: 1 }),
      );
      const page = await owner.ok(owner.get("/messages", newest({ num_before: 4 })));
      const told = expect.stringMatching(/doesn't accept 1 row/);
      expect(contentsOf(page)).toEqual(["one", "poison", "three", told]);
      expect((await owner.ok(owner.get(`/messages/${ids[1]}`))).raw_content).toBe("poison");
      for (let i = 0; i < HELD + 5; i++) await say(owner, `later ${i}`);
      await untilShipped(owner);
      expect((await owner.ok(owner.get(`/messages/${ids[1]}`))).raw_content).toBe("poison");
    } finally {
      await owner.ok(owner.post("/testing/database", { mode: "none" }));
    }
    await advanceClock(owner, 25 * 3_600_000);
    await say(owner, "a day later");
    await until(async () => expect((await owner.get("/health")).body.bulk_store.parked).toBe(0));
    const found = await owner.ok(owner.get("/messages", newest({ narrow: '[["search","poison"]]' })));
    expect(found.messages).toHaveLength(1);
  });
});
