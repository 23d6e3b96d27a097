import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { dropContents } from "../../../support/editing.ts";
import { sendBody } from "../../../support/files.ts";
import { executeSql } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { answer, offer, press } from "../../messages/presses/pressing.ts";
import { heldBy, makeHold, release, reviewed, whereIs } from "../../trust/legal-holds/stand.ts";
import { order, untilErased } from "../account-erasure/erasing.ts";
import { channelOf, exported, ownerOf, say } from "./exporting.ts";

const peaks = Array.from({ length: 64 }, () => 7);

/** Uploads a voice message with a transcript, and returns its path. */
async function record(who: Person, transcript: string): Promise<string> {
  const { body } = await sendBody(who, "Voice message 0m23s.m4a", new Uint8Array(9), { "Content-Type": "audio/mp4" });
  const path = body.url.replace("/user_uploads/", "");
  await describeAnew(who, path, transcript);
  return path;
}
const describeAnew = (who: Person, path: string, transcript: string) =>
  who.ok(who.post(`/user_uploads/${path}/voice`, { duration_ms: 23_400, peaks, transcript }));
const linkTo = (path: string) => `[Voice message (0:23)](/user_uploads/${path})`;

const add = (who: Person, message_id: number, content: object) =>
  who.ok(who.post("/submessage", { message_id, msg_type: "widget", content: JSON.stringify(content) }));
const task = (name: string) => ({ type: "new_task", key: 2, task: name, desc: "", completed: false });

/** The submessages of a message's widget in an export. */
const partsOf = ({ submessages }: Json) =>
  (submessages ?? []).map(({ sender_id, content }: Json) => [sender_id, JSON.parse(content)]);

test("a compliance export has the transcripts of voice messages, and all submessages of widgets", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const cellar = await channelOf(mia, "cellar", [mia, noah]);
  const voice = await say(noah, cellar, linkTo(await record(noah, "The tide is at five.")));
  const poll = await say(mia, cellar, "/poll Which tea?\nGreen");
  await add(noah, poll, { type: "new_option", idx: 1, option: "Secret blend" });
  const plain = await say(mia, cellar, "nothing of it");
  const { members, messages } = await exported(await ownerOf(cast), { channels: [cellar] });
  const only = (id: number): Json => messages.find((message) => message.id === id);
  expect(only(voice).files).toMatchObject([{ name: "Voice message 0m23s.m4a", transcript: "The tide is at five." }]);
  expect(partsOf(only(poll))).toEqual([
    [mia.id, { widget_type: "poll", extra_data: { question: "Which tea?", options: ["Green"] } }],
    [noah.id, { type: "new_option", idx: 1, option: "Secret blend" }],
  ]);
  expect(only(plain)).not.toHaveProperty("submessages");
  const [letter = ""] = [...members.keys()].filter((name) => name.endsWith(".eml"));
  const { text } = await PostalMime.parse(members.get(letter) as Uint8Array<ArrayBuffer>);
  for (const part of ["The tide is at five.", "Secret blend"]) expect(text).toContain(part);
});

test("[security 21.4] a hold keeps transcripts and widgets of deleted or moved messages, and of erased users", async () => {
  const cast = await realm();
  const { iris, omar, noah, mia } = cast;
  const everyone = [iris, omar, noah, mia];
  const [cellar, attic] = [await channelOf(iris, "cellar", everyone), await channelOf(iris, "attic", everyone)];
  const hold = await makeHold(cast, { channels: [cellar] });
  const voice = await say(mia, cellar, linkTo(await record(mia, "words of the deleted message")));
  const path = await record(mia, "words of the deleted file");
  const file = await say(mia, cellar, linkTo(path));
  const [deleted, moved, stays] = [
    await say(mia, cellar, "/todo Deleted\nFirst"),
    await say(mia, cellar, "/todo Moved\nFirst"),
    await say(mia, cellar, "/todo Stays\nFirst"),
  ];
  const later = await say(mia, attic, "/todo Elsewhere\nFirst");
  for (const [id, name] of [
    [deleted, "task of the deleted"],
    [moved, "task of the moved"],
    [stays, "task of the erased"],
    [later, "task of no hold"],
  ] as const)
    await add(noah, id, task(name));
  await add(omar, stays, task("task of omar"));
  await mia.ok(mia.delete(`/messages/${voice}`));
  const { attachments } = await mia.ok(mia.get("/attachments"));
  await mia.ok(mia.delete(`/attachments/${attachments.find((one: Json) => one.path_id === path).id}`));
  await omar.ok(omar.delete(`/messages/${deleted}`));
  await omar.ok(omar.patch(`/messages/${moved}`, { stream_id: attic, propagate_mode: "change_one" }));
  await omar.ok(omar.delete(`/messages/${moved}`));
  await omar.ok(omar.delete(`/messages/${later}`));
  await dropContents(iris);
  await order(await ownerOf(cast), noah, true);
  await untilErased(iris);
  expect(await whereIs(iris, "task of the erased")).toEqual(["held_messages"]);
  expect(await whereIs(iris, "task of no hold")).toEqual([]);
  expect(await whereIs(iris, "words of the deleted message")).toEqual(["held_attachments"]);

  const { messages } = await exported(await ownerOf(cast), { hold_id: hold });
  const only = (id: number): Json => messages.find((message) => message.id === id);
  const tasks = (id: number) => partsOf(only(id)).map(([sender, part]: [number, Json]) => [sender, part.task]);
  expect(only(voice).files).toMatchObject([{ transcript: "words of the deleted message" }]);
  expect(only(file).files).toMatchObject([{ transcript: "words of the deleted file" }]);
  expect(tasks(deleted)).toEqual([
    [mia.id, undefined],
    [noah.id, "task of the deleted"],
  ]);
  expect(tasks(moved).at(-1)).toEqual([noah.id, "task of the moved"]);
  expect(tasks(stays)).toEqual([
    [mia.id, undefined],
    [noah.id, "task of the erased"],
    [omar.id, "task of omar"],
  ]);
  expect(only(later)).toBeUndefined();

  await release(cast, hold);
  await reviewed(iris);
  for (const words of ["task of the erased", "task of the deleted", "words of the deleted"])
    expect(await whereIs(iris, words)).toEqual([]);
});

test("a hold keeps presses with their forms and answers, and a compliance export has them", async () => {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const bot = await cast.bot(iris);
  await bot.queue();
  const everyone = [iris, noah, mia, bot];
  const cellar = await channelOf(iris, "cellar", everyone);
  await channelOf(iris, "attic", everyone);
  const hold = await makeHold(cast, { channels: [cellar] });
  const form = { fields: [{ id: "did", label: "Did", type: "text" }], submit: "Send", command: "/standup" };
  const pressed = async (who: Person, channel: string, did: string) => {
    const message = await offer(bot, { channel }, { form });
    const { press_id } = await who.ok(press(who, message, { entered: { did } }));
    await bot.ok(answer(bot, press_id, { private: `answer to ${did}` }));
    return message;
  };
  const stays = await pressed(mia, "cellar", "what stays");
  const deleted = await pressed(mia, "cellar", "what is deleted");
  const erased = await pressed(noah, "cellar", "what is erased");
  const later = await pressed(mia, "attic", "what no hold covers");
  await pressed(noah, "attic", "what nobody keeps");
  await iris.ok(iris.delete(`/messages/${deleted}`));
  await iris.ok(iris.delete(`/messages/${later}`));
  await order(await ownerOf(cast), noah, true);
  await untilErased(iris);
  expect(await whereIs(iris, "what is erased")).toEqual(["held_messages"]);
  expect(await whereIs(iris, "what is deleted")).toEqual(["held_messages"]);
  for (const gone of ["what no hold covers", "what nobody keeps"]) expect(await whereIs(iris, gone)).toEqual([]);

  const { messages } = await exported(await ownerOf(cast), { hold_id: hold });
  const pressOf = (id: number) => partsOf(messages.find((message: Json) => message.id === id)).at(-1);
  const part = (did: string) => ({
    ...{ type: "press", button_id: null, value: null, pressed_at: expect.any(Number) },
    ...{ entered: { did }, state: "answered", answer: `answer to ${did}` },
  });
  expect(pressOf(stays)).toEqual([mia.id, part("what stays")]);
  expect(pressOf(deleted)).toEqual([mia.id, part("what is deleted")]);
  expect(pressOf(erased)).toEqual([noah.id, part("what is erased")]);
  expect(messages.find((message: Json) => message.id === deleted).deleted_at).not.toBe(null);
  expect(messages.find((message: Json) => message.id === later)).toBeUndefined();
});

test("a compliance export has each of a message's many presses once, in several lines", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const bot = await cast.bot(iris);
  await bot.queue();
  const cellar = await channelOf(iris, "cellar", [iris, mia, bot]);
  const hold = await makeHold(cast, { channels: [cellar] });
  const message = await offer(bot, { channel: "cellar" }, { buttons: [{ id: "ack", label: "Ack", command: "/ack" }] });
  const later = await say(mia, cellar, "after the presses");
  const numbers = Array.from({ length: limits.account.presses_of_message + 2 }, (_, index) => index + 1);
  // Large enough to take several emails and pieces.
  await executeSql(
    iris,
    `INSERT INTO presses (message_id, bot_id, user_id, local_id, entered, pressed_at, state)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     SELECT ?, ?, ?, i, json_object('number', i, 'did', hex(zeroblob(25000))), 9e12, 'answered' FROM n`,
    ...[numbers.length, message, bot.id, mia.id],
  );
  // From now on, only the hold has the first two.
  await mia.ok(press(mia, message, { button_id: "ack" }));
  expect((await heldBy(iris, hold)).length).toBe(2);
  const { members, messages } = await exported(await ownerOf(cast), { hold_id: hold });
  const lines = messages.filter(({ id }: Json) => id === message);
  expect(lines.map((line: Json) => Object.keys(line).length > 2)).toEqual([true, false, false]);
  const presses = lines.flatMap((line: Json) => partsOf(line).slice(line.sender ? 1 : 0));
  expect(presses.map(([, { entered }]: [number, Json]) => entered?.number)).toEqual([...numbers, undefined]);
  expect(messages.filter(({ id }: Json) => id === later).length).toBe(1);
  expect(messages.at(-1)?.id).toBe(later);
  expect([...members.keys()].filter((name) => name.startsWith("messages-")).length).toBeGreaterThan(1);
  const letters = [...members].filter(([name]) => name.endsWith(".eml"));
  const texts = await Promise.all(
    letters.map(async ([, bytes]) => (await PostalMime.parse(bytes as Uint8Array<ArrayBuffer>)).text ?? ""),
  );
  expect(letters.length).toBeGreaterThan(1);
  expect(texts.flatMap((text) => [...text.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number)))).toEqual(
    numbers,
  );
});

test("a hold keeps each state of a press once per channel, and an export has the newest one", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const bot = await cast.bot(iris);
  await bot.queue();
  const [cellar, attic] = [
    await channelOf(iris, "cellar", [iris, mia, bot]),
    await channelOf(iris, "attic", [iris, mia, bot]),
  ];
  const hold = await makeHold(cast, { channels: [cellar, attic] });
  const message = await offer(bot, { channel: "cellar" }, { buttons: [{ id: "ack", label: "Ack", command: "/ack" }] });
  const pressed: number[] = [];
  for (let at = 0; at < 3; at++) pressed.push((await mia.ok(press(mia, message, { button_id: "ack" }))).press_id);
  const move = (stream_id: number) => iris.ok(iris.patch(`/messages/${message}`, { stream_id }));
  const held = async (of: number) => (await heldBy(iris, of)).filter(({ kind }) => kind === "submessages deleted");
  await move(attic);
  await move(cellar);
  await move(attic);
  expect((await held(hold)).length).toBe(6);
  const sums = async () => (await iris.ok(iris.get("/holds"))).holds.find(({ id }: Json) => id === hold).held;
  const { versions } = await sums();
  const second = await makeHold(cast, { name: "Case 2", channels: [cellar, attic] });
  await reviewed(iris);
  await bot.ok(answer(bot, pressed[0] as number, { private: "At last" }));
  await move(cellar);
  expect([(await held(hold)).length, (await held(second)).length]).toEqual([7, 7]);
  expect((await sums()).versions).toBe(versions + 2);
  await iris.ok(iris.delete(`/messages/${message}`));
  const { messages } = await exported(await ownerOf(cast), { hold_id: hold });
  const presses = partsOf(messages.findLast(({ id }: Json) => id === message)).filter(
    ([, { type }]: [number, Json]) => type === "press",
  );
  expect(presses.map(([, { state, answer: text }]: [number, Json]) => [state, text])).toEqual([
    ["answered", "At last"],
    ["waiting", null],
    ["waiting", null],
  ]);
});
