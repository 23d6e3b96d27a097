import { describe, expect, test } from "vitest";
import { forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { editMessage } from "../../../support/editing.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const newCast = casts();

const historyOf = async (who: Person, id: number, fields: Fields = {}): Promise<Json[]> =>
  (await who.ok(who.get(`/messages/${id}/history`, fields))).message_history;

describe("[4.16] the history of a message", () => {
  test("that was never edited has one entry, the message itself", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "*first*");
    expect(await historyOf(mia, id)).toEqual([
      {
        topic: "",
        content: "*first*",
        rendered_content: "<p><em>first</em></p>",
        timestamp: expect.any(Number),
        user_id: noah.id,
      },
    ]);
  });

  test("drops its oldest entries if it would become too large", async () => {
    const { noah, mia } = await newCast();
    const text = (edits: number) => `${edits} ${"x".repeat(9000)}`;
    const id = await sendDirect(noah, [mia], text(0));
    for (let edits = 1; edits <= 20; edits++) await noah.ok(editMessage(noah, id, { content: text(edits) }));
    const all = await historyOf(mia, id);
    expect(all.length).toBeGreaterThan(8);
    expect(all.length).toBeLessThan(15);
    expect(all.at(-1)).toMatchObject({ content: text(20), prev_content: text(19) });
    expect(all[0].content, "as it was before the first change that is known").toBe(text(21 - all.length));
  });

  test("keeps an edit but omits its previous text if that would make the history too large", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], `$$${"a'".repeat(900)}$$`);
    await noah.ok(editMessage(noah, id, { content: "short" }));
    const [first, second, ...more] = await historyOf(mia, id);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ content: "short" });
    expect(second).toMatchObject({ content: "short", user_id: noah.id });
    expect(second).not.toHaveProperty("prev_content");
  });

  test("has an entry for each edit with the previous values, oldest first", async () => {
    const { noah, mia } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const other = await makeChannel(noah, "pier", [noah, mia]);
    const id = await sendToChannel(noah, channel, "", "one two");
    await noah.ok(editMessage(noah, id, { content: "one three" }));
    await mia.ok(editMessage(mia, id, { topic: "Tides" }));
    await noah.ok(editMessage(noah, id, { content: "one four", topic: "Wind" }));
    await noah.ok(editMessage(noah, id, { stream_id: other }));
    const [first, second, third, fourth, fifth, ...more] = await historyOf(mia, id, { allow_empty_topic_name: true });
    expect(first).toMatchObject({ topic: "", content: "one two", user_id: noah.id });
    expect(second).toEqual({
      topic: "",
      content: "one three",
      rendered_content: "<p>one three</p>",
      timestamp: expect.any(Number),
      user_id: noah.id,
      prev_content: "one two",
      prev_rendered_content: "<p>one two</p>",
      content_html_diff:
        '<div><p>one <span class="highlight_text_inserted">three</span><span class="highlight_text_deleted">two</span></p></div>',
    });
    expect(third).toEqual({
      topic: "Tides",
      prev_topic: "",
      content: "one three",
      rendered_content: "<p>one three</p>",
      timestamp: expect.any(Number),
      user_id: mia.id,
    });
    expect(fourth).toMatchObject({
      topic: "Wind",
      prev_topic: "Tides",
      content: "one four",
      prev_content: "one three",
    });
    expect(fifth).toMatchObject({ topic: "Wind", stream: other, prev_stream: channel, content: "one four" });
    expect(more).toEqual([]);
    expect((await historyOf(mia, id)).slice(0, 3)).toMatchObject([
      { topic: "general chat" },
      { topic: "general chat" },
      { topic: "Tides", prev_topic: "general chat" },
    ]);
  });

  test("can be limited to moves, or disabled, by the organization", async () => {
    const { iris, noah } = await realm();
    const channel = await makeChannel(noah, "harbour", [noah]);
    const id = await sendToChannel(noah, channel, "Tides", "one");
    await noah.ok(editMessage(noah, id, { content: "two" }));
    await noah.ok(editMessage(noah, id, { topic: "Wind", content: "three" }));
    const set = (policy: string) => iris.ok(iris.patch("/realm", { message_edit_history_visibility_policy: policy }));
    await set("moves");
    const shown = {
      content: "three",
      rendered_content: "<p>three</p>",
      timestamp: expect.any(Number),
      user_id: noah.id,
    };
    expect(await historyOf(noah, id)).toEqual([
      { ...shown, topic: "Tides" },
      { ...shown, topic: "Wind", prev_topic: "Tides" },
    ]);
    await set("none");
    expect(await outcome(noah.get(`/messages/${id}/history`))).toBe(
      "BAD_REQUEST: Message edit history is disabled in this organization",
    );
  });

  test("is readable by users who can read the message", async () => {
    const { by, mia } = await realmWithCallers();
    const id = await sendDirect(mia, [by.guest], "x");
    const refused = "BAD_REQUEST: Invalid message(s)";
    expect(await outcomes((who) => who.get(`/messages/${id}/history`), by)).toEqual(forAll(refused, { guest: "ok" }));
    expect(await outcome(mia.get("/messages/999/history"))).toBe(refused);
  });
});
