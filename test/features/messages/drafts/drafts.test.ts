import { describe, expect, test } from "vitest";
import { channelIdOf, makeChannel, outcome, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const newCast = casts();

const draft = (fields: Fields = {}) => ({ type: "", to: [], topic: "", content: "words", ...fields });
const create = async (who: Person, ...drafts: object[]): Promise<number[]> =>
  (await who.ok(who.post("/drafts", { drafts }))).ids;
const draftsOf = async (who: Person): Promise<Json[]> => (await who.ok(who.get("/drafts"))).drafts;

describe("[messages 14] drafts", () => {
  test("are stored for each kind of message, and returned newest first", async () => {
    const { noah, mia, omar } = await newCast();
    const channel = await channelIdOf(noah, "general");
    const given = [
      draft({ content: " to nobody yet \n", timestamp: 300, to: [mia.id], topic: "none" }),
      draft({ type: "stream", to: [channel], topic: " tea ", timestamp: 200 }),
      draft({ type: "private", to: [omar.id, mia.id, omar.id], topic: "none", timestamp: 100.9 }),
      draft({ type: "private", timestamp: 0, id: 77, more: true }),
    ];
    const [events, other] = await eventsDuring([noah, mia], async () => {
      const ids = await create(noah, ...given);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      const drafts = await draftsOf(noah);
      expect(drafts).toEqual([
        { id: ids[0], type: "", to: [], topic: "", content: " to nobody yet", timestamp: 300 },
        { id: ids[1], type: "stream", to: [channel], topic: "tea", content: "words", timestamp: 200 },
        { id: ids[2], type: "private", to: [omar.id, mia.id], topic: "", content: "words", timestamp: 100 },
        { id: ids[3], type: "private", to: [], topic: "", content: "words", timestamp: 0 },
      ]);
    });
    expect(events).toMatchObject([{ type: "drafts", op: "add", drafts: await draftsOf(noah) }]);
    expect(other).toEqual([]);
    expect((await noah.ok(noah.get("/drafts"))).count).toBe(4);
    expect(await draftsOf(mia)).toEqual([]);
  });

  test("have the current time unless the request sets another", async () => {
    const { noah } = await realm();
    await create(noah, draft());
    const [{ timestamp }] = await draftsOf(noah);
    expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60);
  });

  test("are truncated like messages and topics", async () => {
    const { noah } = await newCast();
    const channel = await channelIdOf(noah, "general");
    const long = { content: "é".repeat(10_001), topic: "t".repeat(61) };
    await create(noah, draft({ type: "stream", to: [channel], ...long }));
    const [{ content, topic }] = await draftsOf(noah);
    expect([[...content].length, content.endsWith("\n[message truncated]")]).toEqual([10_000, true]);
    expect(topic).toBe(`${"t".repeat(57)}...`);
  });

  test("can be edited and deleted, with events", async () => {
    const { noah, mia } = await newCast();
    const [id = 0, other] = await create(noah, draft({ timestamp: 5 }), draft({ timestamp: 4 }));
    const next = draft({ type: "private", to: [mia.id], content: "more words", timestamp: 9 });
    const [events] = await eventsDuring([noah], async () => {
      await noah.ok(noah.patch(`/drafts/${id}`, { draft: next }));
      await noah.ok(noah.delete(`/drafts/${other}`));
    });
    expect(events).toMatchObject([
      { type: "drafts", op: "update", draft: { id, ...next } },
      { type: "drafts", op: "remove", draft_id: other },
    ]);
    expect(await draftsOf(noah)).toEqual([{ id, ...next }]);
  });

  test("are visible only to their author", async () => {
    const { by, noah } = await realmWithCallers();
    const [id] = await create(noah, draft());
    for (const who of [by.owner, by.administrator, by.moderator, by.guest, by.bot]) {
      for (const call of [who.patch(`/drafts/${id}`, { draft: draft() }), who.delete(`/drafts/${id}`)]) {
        const { status, body } = await call;
        expect([status, body.code, body.msg]).toEqual([404, "BAD_REQUEST", "Draft does not exist"]);
      }
    }
  });

  test("are all refused if one of them is invalid", async () => {
    const { iris, noah } = await newCast();
    const secret = await makeChannel(iris, "secret", [iris], { invite_only: true });
    const channel = await channelIdOf(noah, "general");
    const one = "BAD_REQUEST: Must specify exactly 1 channel ID for channel messages";
    const cases: [object, string][] = [
      [{ type: "stream", to: [] }, one],
      [{ type: "stream", to: [channel, channel] }, one],
      [{ type: "stream", to: [999] }, "BAD_REQUEST: Invalid channel ID"],
      [{ type: "stream", to: [secret] }, "BAD_REQUEST: Invalid channel ID"],
      [{ type: "stream", to: [channel], topic: "a\0b" }, "BAD_REQUEST: Topic must not contain null bytes"],
      [{ type: "private", to: [999] }, "BAD_REQUEST: Invalid user ID: 999"],
      [{ timestamp: 1e300 }, 'BAD_REQUEST: drafts[1]["timestamp"] is too large'],
      [{ timestamp: -1 }, "BAD_REQUEST: Timestamp must not be negative."],
      [{ content: "a\0b" }, "BAD_REQUEST: Message must not contain null bytes"],
      [{ content: "  " }, "BAD_REQUEST: Message must not be empty"],
      [{ type: "letter" }, 'BAD_REQUEST: Invalid drafts[1]["type"]'],
      [{ to: "me" }, 'BAD_REQUEST: drafts[1]["to"] is not a list'],
      [{ topic: undefined }, 'BAD_REQUEST: drafts[1]["topic"] field is missing: Field required'],
    ];
    for (const [fields, expected] of cases) {
      expect(await outcome(noah.post("/drafts", { drafts: [draft(), draft(fields as Fields)] }))).toBe(expected);
    }
    expect(await draftsOf(noah)).toEqual([]);
    expect(await outcome(noah.post("/drafts"))).toBe("REQUEST_VARIABLE_MISSING: Missing 'drafts' argument");
    const [id] = await create(noah, draft());
    expect(await outcome(noah.patch(`/drafts/${id}`, { draft: draft({ type: "stream" }) }))).toBe(one);
    expect(await outcome(noah.patch(`/drafts/${id}`))).toBe("REQUEST_VARIABLE_MISSING: Missing 'draft' argument");
  });

  test("[register 4] /register returns only the newest thousand", async () => {
    const { noah } = await newCast();
    await create(noah, ...Array.from({ length: 1001 }, (_, timestamp) => draft({ timestamp })));
    const { drafts } = await noah.ok(noah.post("/register", { fetch_event_types: ["drafts"] }));
    expect(drafts.map(({ timestamp }: Json) => timestamp)).toEqual(Array.from({ length: 1000 }, (_, i) => 1000 - i));
    expect(await outcome(noah.post("/drafts", { drafts: Array.from({ length: 1000 }, () => draft()) }))).toBe(
      "BAD_REQUEST: You can't have more than 2000 drafts.",
    );
  });
});

describe("[messages 14] a user who turns draft synchronization off", () => {
  test("has no drafts afterwards", async () => {
    const { noah, mia } = await newCast();
    const [id] = await create(noah, draft());
    await create(mia, draft());
    const off = { enable_drafts_synchronization: false };
    const [events] = await eventsDuring([noah], () => noah.ok(noah.patch("/settings", off)));
    expect(events).toMatchObject([{ type: "user_settings", property: "enable_drafts_synchronization", value: false }]);
    for (const call of [
      noah.get("/drafts"),
      noah.post("/drafts", { drafts: [draft()] }),
      noah.patch(`/drafts/${id}`, { draft: draft() }),
      noah.delete(`/drafts/${id}`),
    ]) {
      expect(await outcome(call)).toBe("BAD_REQUEST: User has disabled synchronizing drafts.");
    }
    const { drafts } = await noah.ok(noah.post("/register", { fetch_event_types: ["drafts"] }));
    expect(drafts).toEqual([]);
    await noah.ok(noah.patch("/settings", { enable_drafts_synchronization: true }));
    expect(await draftsOf(noah)).toEqual([]);
    expect(await draftsOf(mia)).toHaveLength(1);
  });
});
