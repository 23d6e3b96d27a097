import { expect, test } from "vitest";
import { assistantName } from "../../../../src/protocol/client-name.ts";
import { assistantOf } from "../../../support/assistant.ts";
import { makeChannel } from "../../../support/channels.ts";
import { editMessage } from "../../../support/editing.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, flagsOf, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { organization, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { scheduledMessagesOf, scheduleMessage, untilTrue } from "../../../support/scheduled-messages.ts";
import { readExport } from "../../server/exports/run-export.ts";
import { archiveOf } from "../../server/imports/archive-of.ts";
import { importArchive } from "../../server/imports/importing.ts";

const MARK = { client: "Claude via assistant", assistant: { name: "Claude" } };

test("[security 26.1] everyone sees an assistant's name on its message, but only its user and owners see its grant", async () => {
  const { iris, noah, mia, gus } = await realm();
  const channel = await makeChannel(noah, "tea", [noah, mia, iris, gus]);
  const claude = await assistantOf(noah);
  let id = 0;
  const [own, member, owner, guest] = await eventsDuring([noah, mia, iris, gus], async () => {
    id = await sendToChannel(claude, channel, "leaves", "hi", { read_by_sender: true });
  });
  const known = { ...MARK, assistant: { name: "Claude", grant_id: 7 } };
  const sent = (events: Json[] | undefined) => events?.find(({ type }: Json) => type === "message");
  for (const [events, expected] of [
    [own, known],
    [owner, known],
    [member, MARK],
    [guest, MARK],
  ] as const) {
    expect(sent(events).message).toMatchObject(expected);
    expect(sent(events).message.assistant).toEqual(expected.assistant);
  }
  expect(sent(own).flags, "the person has not seen what was written in their name").toEqual([]);
  expect(await flagsOf(noah, id)).toEqual([]);
  for (const [who, expected] of [
    [noah, known],
    [iris, known],
    [mia, MARK],
  ] as const) {
    const [message] = (await fetchMessages(who, { narrow: [["has", "assistant"]] })).messages;
    expect(message).toMatchObject({ id, ...expected });
    expect(message.assistant).toEqual(expected.assistant);
    expect((await who.ok(who.get(`/messages/${id}`))).message.assistant).toEqual(expected.assistant);
  }
});

test("users' own messages have no mark, regardless of their client's name, and has:assistant excludes them", async () => {
  const { noah, mia } = await realm();
  const id = await sendDirect(noah, [mia], "hi", { client: "Claude via assistant" });
  const { message } = await mia.ok(mia.get(`/messages/${id}`));
  expect(message).not.toHaveProperty("assistant");
  expect((await fetchMessages(mia, { narrow: [["has", "assistant"]] })).messages).toEqual([]);
  const others = await fetchMessages(mia, { narrow: [{ operator: "has", operand: "assistant", negated: true }] });
  expect(others.messages.map((one: Json) => one.id)).toContain(id);
});

test("edits and moves by an assistant are marked in the history", async () => {
  const { noah, mia } = await realm();
  const channel = await makeChannel(noah, "tea", [noah, mia]);
  const claude = await assistantOf(noah);
  const id = await sendToChannel(noah, channel, "leaves", "one");
  await noah.ok(editMessage(noah, id, { content: "two" }));
  await claude.ok(editMessage(claude, id, { content: "three" }));
  await claude.ok(editMessage(claude, id, { topic: "bags" }));
  const { message_history } = await mia.ok(mia.get(`/messages/${id}/history`));
  expect(message_history.map(({ assistant }: Json) => assistant)).toEqual([
    undefined,
    undefined,
    { name: "Claude" },
    { name: "Claude" },
  ]);
  const { message } = await mia.ok(mia.get(`/messages/${id}`));
  expect(message.edit_history.map(({ assistant }: Json) => assistant?.name)).toEqual(["Claude", "Claude", undefined]);
});

test("an assistant's scheduled message is marked when it is sent", async () => {
  const { noah, mia } = await realm();
  const claude = await assistantOf(noah);
  await scheduleMessage(claude, { type: "direct", to: [mia.id] });
  await advanceClock(noah, 61_000);
  await untilTrue(async () => (await scheduledMessagesOf(noah)).length === 0);
  const [message] = (await fetchMessages(noah)).messages;
  expect(message).toMatchObject({ content: "<p>later</p>", flags: [], assistant: { name: "Claude", grant_id: 7 } });
});

test("exports include the mark, and imports restore it without the grant", async () => {
  const { iris, noah, mia } = await realm();
  const claude = await assistantOf(noah);
  const id = await sendDirect(claude, [mia], "one");
  await claude.ok(editMessage(claude, id, { content: "two" }));
  await scheduleMessage(claude, { type: "direct", to: [mia.id] });
  const archive = await archiveOf(iris, false);
  const { tables } = await readExport(archive);
  const row = tables["messages"]?.find((one: Json) => one.content === "two");
  expect(row).toMatchObject({ ...MARK, edits: [{ assistant: { name: "Claude" } }] });
  expect(tables["scheduled_messages"]?.[0]).toMatchObject(MARK);
  const there = await organization();
  await importArchive(there.owner, new Uint8Array(await archive.arrayBuffer()));
  const again = (await readExport(await archiveOf(there.owner, false))).tables;
  expect(again["messages"]?.find((one: Json) => one.content === "two")).toMatchObject({
    ...MARK,
    edits: [{ assistant: { name: "Claude" } }],
  });
  expect(again["scheduled_messages"]?.[0]).toMatchObject(MARK);
});

test.each([
  ["Claude", "Claude"],
  ["  My   Agent ", "My Agent"],
  ["An assistant with a long name", "An assistant wit"],
  ["zulip-mobile helper", "mobile helper"],
  ["MirrorBot", "mirorBot"],
  ["mirmirrorror", "mirmirorror"],
  ["a\u202eb\u200bc\nd", "abcd"],
  ["\u200b", "Unnamed"],
  ["👩‍🚀".repeat(9), "👩🚀👩🚀👩🚀👩🚀"],
])("assistantName(%j) returns %j", (said, shown) => {
  expect(assistantName(said)).toBe(shown);
});
