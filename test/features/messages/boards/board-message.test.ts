import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, flagsOf, sendToChannel, unreadIds } from "../../../support/messages.ts";
import { advanceClock, inRealm, tablesOf } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";
import { untilTrue } from "../../../support/scheduled-messages.ts";

const pin = async (who: Person, channel: number, fields: Fields): Promise<number> =>
  (await who.ok(who.post(`/streams/${channel}/pins`, fields))).pin_id;
const write = async (who: Person, channel: number, content: string): Promise<void> => {
  const { page } = await who.ok(who.get(`/streams/${channel}/board`));
  await who.ok(who.patch(`/streams/${channel}/page`, { content, base_version: page.version }));
};
const inTopic = (channel: number, more: Fields = {}) => ({
  narrow: [
    ["channel", channel],
    ["topic", "board"],
  ],
  apply_markdown: false,
  ...more,
});
const shownIn = async (who: Person, channel: number): Promise<Json[]> =>
  (await fetchMessages(who, inTopic(channel))).messages;
const untilShown = (who: Person, channel: number, text: string) =>
  untilTrue(async () => (await shownIn(who, channel)).some(({ content }: Json) => content.includes(text)));

describe("the message of a board", () => {
  test("shows the page and pins to all clients, is edited in place at most once a minute, and keeps no history", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    const message = await sendToChannel(noah, channel, "tea", "hot");
    await write(noah, channel, "Kettles **first**, says @**Mia Example**");
    await untilShown(mia, channel, "Kettles");
    const [first] = await shownIn(mia, channel);
    expect(first).toMatchObject({ sender_full_name: "Notification Bot", subject: "board" });
    expect(first?.content).toBe("*The board of this channel.*\n\nKettles **first**, says @_**Mia Example**");

    await pin(noah, channel, { topic: "tea" });
    await pin(noah, channel, { message_id: message });
    await pin(noah, channel, { url: "https://tea.example/(a)", title: "Tea [hot]" });
    expect(await shownIn(mia, channel)).toEqual([first]);
    const queue = await mia.queue({ event_types: ["message", "update_message"] });
    await advanceClock(mia, 61_000);
    await untilShown(mia, channel, "Tea");
    const [now, ...others] = await shownIn(mia, channel);
    expect(others).toEqual([]);
    expect(now).toMatchObject({ id: first?.id, content: expect.stringContaining("Kettles") });
    expect(now).not.toHaveProperty("edit_history");
    expect(now?.content.split("\n").slice(-3)).toEqual([
      `* [tea](/#narrow/channel/${channel}-kitchen/topic/tea)`,
      `* [Noah Example: tea](/#narrow/channel/${channel}-kitchen/topic/tea/near/${message})`,
      "* [Tea  hot](https://tea.example/(a%29)",
    ]);
    expect(await queue.events()).toMatchObject([{ type: "update_message", message_id: first?.id }]);
    const { messages } = await fetchMessages(mia, { narrow: [["search", "kettles"]] });
    expect(messages.map(({ id }: Json) => id)).toEqual([first?.id]);
  });

  test("is written with a single write of its row", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    await inRealm(noah, ({ sql }) => {
      sql.exec("CREATE TABLE written (is_waiting INTEGER) STRICT");
      for (const change of ["INSERT", "UPDATE"])
        sql.exec(`CREATE TRIGGER written_${change} AFTER ${change} ON channel_board_messages
          BEGIN INSERT INTO written VALUES (new.is_waiting); END`);
    });
    await write(noah, channel, "Kettles");
    await untilShown(mia, channel, "Kettles");
    expect((await tablesOf(noah))["written"]).toEqual([{ is_waiting: 1 }, { is_waiting: 0 }]);
  });

  test("is unread only for users who mark it so, and triggers no mentions or alert words", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    await mia.ok(mia.post("/mark_all_as_read"));
    await mia.ok(mia.post("/users/me/alert_words", { alert_words: ["kettles"] }));
    const [events = []] = await eventsDuring([mia], async () => {
      await write(noah, channel, "Kettles @**all** and @**Mia Example**");
      await untilShown(noah, channel, "Kettles");
    });
    const sent = events.find(({ type }) => type === "message");
    expect(sent?.flags).toEqual(["read"]);
    const id = sent?.message.id;
    expect(await unreadIds(mia)).toEqual([]);
    expect(await flagsOf(mia, id)).toEqual(["read"]);
    const unread = { ...inTopic(channel), narrow: [["is", "unread"]] };
    expect((await fetchMessages(mia, unread)).messages).toEqual([]);
    await mia.ok(mia.post("/messages/flags", { messages: [id], op: "remove", flag: "read" }));
    expect(await unreadIds(mia)).toEqual([id]);
    expect(await flagsOf(mia, id)).toEqual([]);
    await mia.ok(mia.post("/messages/flags", { messages: [id], op: "add", flag: "read" }));
    expect(await unreadIds(mia)).toEqual([]);
    const { user_ids } = await noah.ok(noah.get(`/messages/${id}/read_receipts`));
    expect(user_ids).toContain(mia.id);
  });

  test("is sent again after someone deleted it, and doesn't name anything that newcomers can't read", async () => {
    const { iris, noah } = await realm();
    const channel = await makeChannel(iris, "vault", [iris, noah], {
      ...{ invite_only: true, history_public_to_subscribers: false },
    });
    await sendToChannel(iris, channel, "plans", "secret");
    await pin(iris, channel, { topic: "plans" });
    await write(iris, channel, "Rules of the vault");
    await untilShown(iris, channel, "Rules");
    const [first] = await shownIn(noah, channel);
    expect(first?.content).not.toContain("plans");
    await iris.ok(iris.delete(`/messages/${first?.id}`));
    await advanceClock(iris, 61_000);
    await write(iris, channel, "New rules");
    await untilShown(iris, channel, "New rules");
    expect((await shownIn(noah, channel)).map(({ id }: Json) => id > first?.id)).toEqual([true]);
  });

  test("writes as many rows for many subscribers as for few, and so does each change of the board", async () => {
    const { noah, more } = await realm();
    const people: Person[] = [];
    for (let count = 0; count < 20; count++) people.push(await more());
    const rows = async () => {
      const ofTheMoment = /^(?:timers|outbox|messages|unshipped)$/;
      const tables = Object.entries(await tablesOf(noah)).filter(([name]) => !ofTheMoment.test(name));
      return Object.fromEntries(tables.map(([name, found]) => [name, found.length]));
    };
    const added = async (name: string, subscribers: readonly Person[]) => {
      const channel = await makeChannel(noah, name, subscribers);
      await sendToChannel(noah, channel, "tea", "kettle");
      const before = await rows();
      await pin(noah, channel, { topic: "tea" });
      await write(noah, channel, "Kettles first");
      await untilShown(noah, channel, "Kettles");
      const now = await rows();
      return Object.fromEntries(Object.entries(now).map(([table, count]) => [table, count - (before[table] ?? 0)]));
    };
    await added("first", [noah]);
    const few = await added("few", [noah]);
    expect(await added("many", [noah, ...people])).toEqual(few);
    expect(few).toMatchObject({ channel_pins: 1, channel_pages: 1, message_index: 1 });
  });
});
