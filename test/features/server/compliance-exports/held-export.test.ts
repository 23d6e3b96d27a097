import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { sendFiles, textFile } from "../../../support/files.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, PASSWORD, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { changeHold, makeHold, release, textsHeld } from "../../trust/legal-holds/stand.ts";
import { order, untilErased } from "../account-erasure/erasing.ts";
import { digestOf, jsonOf, textOf } from "../personal-data-export/read-own-export.ts";
import { channelOf, exported, exportsOf, linesOf, makeSecondOwner, ownerOf, PATH, say } from "./exporting.ts";

const DAY = 86_400_000;
const NAME = "Noah Example";

/** Three channels for messages of noah and mia, which are later changed and removed in every possible way. */
async function withChannels(cast: Cast) {
  const { noah, mia, omar, iris } = cast;
  const everyone = [noah, mia, omar, iris];
  const harbour = await channelOf(iris, "harbour", everyone);
  const garden = await channelOf(iris, "garden", everyone);
  const attic = await channelOf(iris, "attic", everyone);
  return { harbour, garden, attic };
}

async function changeAll(cast: Cast, { harbour, garden, attic }: Awaited<ReturnType<typeof withChannels>>) {
  const { noah, mia, omar, iris } = cast;
  const { url } = (await sendFiles(noah, "/user_uploads", [textFile("file of noah", "tides.txt")])).body;
  const ids = {
    edited: await say(noah, harbour, "first words"),
    own: await say(noah, harbour, `own words [tides](${url})`),
    moderated: await say(mia, harbour, "words of mia"),
    moved: await say(noah, harbour, "moved words"),
    mention: await say(mia, harbour, `ask @**${NAME}**`),
    retained: await say(mia, attic, "old words"),
    direct: await say(noah, [mia.id], "direct words"),
  };
  const times: Record<string, number> = {};
  for (const [name, id] of Object.entries(ids)) {
    const reader = name === "direct" ? noah : mia;
    times[name] = (await reader.ok(reader.get(`/messages/${id}`))).message.timestamp;
  }
  await advanceClock(iris, 60_000);
  await noah.ok(noah.patch(`/messages/${ids.edited}`, { content: "second words" }));
  await noah.ok(noah.delete(`/messages/${ids.own}`));
  await omar.ok(omar.delete(`/messages/${ids.moderated}`));
  await omar.ok(omar.patch(`/messages/${ids.moved}`, { stream_id: garden, propagate_mode: "change_one" }));
  await iris.ok(iris.delete(`/streams/${harbour}`));
  await iris.ok(iris.patch(`/streams/${attic}`, { message_retention_days: 1 }));
  for (let day = 0; day < 4; day += 1) await advanceClock(iris, DAY);
  await until(async () => expect((await mia.get(`/messages/${ids.retained}`)).status).not.toBe(200));
  await order(await ownerOf(cast), noah, true);
  await untilErased(iris);
  return { ids, times };
}

const TEXTS = ["first words", "own words", "words of mia", "moved words", "old words", "direct words", "file of noah"];
const timeOf = (seconds = 0) => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
const ofId = (messages: readonly Json[], id: number) => messages.filter((message) => message.id === id);

test("[security 21.4] an export of a hold has edited, moved, deleted, expired and erased messages", async () => {
  const cast = await realm();
  const { noah, iris } = cast;
  const channels = await withChannels(cast);
  const { harbour, garden, attic } = channels;
  const hold = await makeHold(cast, { custodians: [noah.id], channels: [harbour, attic] });
  const { ids, times } = await changeAll(cast, channels);
  await until(async () => expect(await textsHeld(iris, hold)).toContain("deleted: direct words"));

  const { members, messages } = await exported(await ownerOf(cast), { hold_id: hold });
  const only = (id: number): Json => {
    const found = ofId(messages, id);
    expect(found).toHaveLength(1);
    return found[0];
  };
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const sender = { id: noah.id, name: NAME, email: noah.email };
  expect(only(ids.edited)).toMatchObject({
    sender,
    text: "second words",
    sent_at: timeOf(times["edited"]),
    edits: [{ by: noah.id, text_before: "first words", at: time }],
    deleted_at: time,
  });
  const own = only(ids.own);
  expect(own).toMatchObject({ sender, sent_at: timeOf(times["own"]), deleted_at: time });
  expect(own.text).toContain("own words");
  const [file] = own.files;
  expect([file.name, file.sha256]).toEqual(["tides.txt", digestOf(members.get(file.member))]);
  expect(textOf(members, file.member)).toBe("file of noah");
  expect(only(ids.moderated)).toMatchObject({
    text: "words of mia",
    sent_at: timeOf(times["moderated"]),
    deleted_at: time,
  });
  expect(only(ids.retained)).toMatchObject({ text: "old words", sent_at: timeOf(times["retained"]), deleted_at: time });
  expect(only(ids.direct)).toMatchObject({
    sender,
    text: "direct words",
    conversation: { type: "direct" },
    deleted_at: time,
  });
  // A moved message is in both channels: the one it came from, and the one it was deleted in.
  const [before, after] = ofId(messages, ids.moved);
  expect(before).toMatchObject({ conversation: { id: harbour }, text: "moved words", moved_at: time });
  expect(before).not.toHaveProperty("deleted_at");
  expect(after).toMatchObject({
    conversation: { id: garden },
    edits: [{ channel_before: harbour, channel_after: garden }],
    deleted_at: time,
  });
  const mention = only(ids.mention);
  expect(mention.text).toContain(`Deleted user ${noah.id}`);
  expect(mention.edits).toEqual([{ at: time, by: null, text_before: `ask @**${NAME}**` }]);
  expect(mention).not.toHaveProperty("deleted_at");
  expect(linesOf(members, "people-0001.jsonl")).toContainEqual(
    expect.objectContaining({ id: noah.id, name: NAME, email: noah.email, is_active: false }),
  );
  expect(jsonOf(members, "manifest.json").hold).toMatchObject({ id: hold, name: "Case 1", custodians: [noah.id] });
  const letters = [...members.keys()].filter((name) => name.endsWith(".eml")).map((name) => textOf(members, name));
  for (const text of ["first words", "words of mia", "old words", "direct words", "Deleted: 20"])
    expect(
      letters.some((letter) => letter.includes(text)),
      text,
    ).toBe(true);

  // Users, channels and times narrow down the hold. Without one, an export has the kept versions of its own channels.
  const narrow = await exported(await ownerOf(cast), { hold_id: hold, channels: [attic] });
  expect(narrow.messages.map(({ conversation }) => conversation.id)).toContain(attic);
  expect(new Set(narrow.messages.map(({ conversation }) => conversation.id)).size).toBe(1);
  const later = await exported(await ownerOf(cast), { hold_id: hold, from: (times["direct"] ?? 0) + 30 });
  expect(later.messages.map(({ text }) => text)).not.toContain("direct words");
  const ofChannel = await exported(await ownerOf(cast), { channels: [attic] });
  expect(ofId(ofChannel.messages, ids.retained)).toMatchObject([{ text: "old words", deleted_at: time }]);

  const browser = await ownerOf(cast);
  await release(cast, hold);
  expect((await browser.ask("POST", PATH, { hold_id: hold, reason: "x" })).body.msg).toBe("No such hold");
}, 180_000);

test("without a hold, an export has none of the changed or deleted messages", async () => {
  const cast = await realm();
  const channels = await withChannels(cast);
  const { ids } = await changeAll(cast, channels);
  const people = [cast.noah.id, cast.mia.id];
  const { members, messages } = await exported(await ownerOf(cast), { people, channels: Object.values(channels) });
  for (const name of ["edited", "own", "moderated", "moved", "retained", "direct"] as const)
    expect(ofId(messages, ids[name]), name).toEqual([]);
  const all = [...members.keys()].map((name) => textOf(members, name)).join("\n");
  for (const text of [...TEXTS, NAME]) expect(all, text).not.toContain(text);
}, 180_000);

test("[security 16.8] a hold's export that waits for confirmation ends when the hold is released", async () => {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const hold = await makeHold(cast, { custodians: [noah.id] });
  await makeSecondOwner(cast, mia);
  const [browser, second] = [await ownerOf(cast), await logIn(cast.host, mia.email, PASSWORD)];
  expect((await browser.ask("POST", PATH, { hold_id: 99, reason: "x" })).body.msg).toBe("No such hold");
  const { id } = await succeeds(browser.ask("POST", PATH, { hold_id: hold, reason: "x" }));
  expect(await exportsOf(second)).toMatchObject([{ id, state: "waiting", hold_id: hold, people: [], channels: [] }]);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["compliance_export.requested"] }));
  expect(entries[0].details).toMatchObject({ hold });
  await release(cast, hold);
  expect((await second.ask("POST", `${PATH}/${id}/confirm`)).body.msg).toBe("This export is not waiting for anyone.");
  expect(await exportsOf(second)).toMatchObject([{ id, state: "ended" }]);
  const { entries: ends } = await iris.ok(iris.get("/audit_log", { action: ["compliance_export.deleted"] }));
  expect(ends).toMatchObject([{ actor: { id: iris.id }, entity: { id: String(id) } }]);
});

test("[security 16.8] an export that waits for confirmation, or is confirmed, is dropped if its hold was changed", async () => {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const hold = await makeHold(cast, { custodians: [noah.id] });
  await makeSecondOwner(cast, mia);
  const [browser, second] = [await ownerOf(cast), await logIn(cast.host, mia.email, PASSWORD)];
  const ask = async () => (await succeeds(browser.ask("POST", PATH, { hold_id: hold, reason: "x" }))).id;
  const waiting = await ask();
  await changeHold(cast, hold, { name: "Case 2", matter: "Tea", reason: "y", custodians: [noah.id] });
  expect((await exportsOf(second)).map(({ state }: Json) => state)).toEqual(["waiting"]);
  await changeHold(cast, hold, { custodians: [noah.id, cast.omar.id] });
  expect((await second.ask("POST", `${PATH}/${waiting}/confirm`)).body.msg).toBe(
    "This export is not waiting for anyone.",
  );
  const put = vi.spyOn(env.UPLOADS, "put").mockRejectedValue(new Error("the store is away"));
  const running = await ask();
  await succeeds(second.ask("POST", `${PATH}/${running}/confirm`));
  await until(() => expect(put).toHaveBeenCalled());
  await changeHold(cast, hold, { from: 1 });
  put.mockRestore();
  expect((await exportsOf(second)).map(({ id, state }: Json) => [id, state])).toEqual([
    [waiting, "ended"],
    [running, "ended"],
  ]);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["compliance_export.deleted"] }));
  expect(entries.map(({ entity }: Json) => entity.id)).toEqual([String(running), String(waiting)]);
});

test("[security 16.8] an export in progress ends with its hold, and other exports can still be made", async () => {
  const cast = await realm();
  const { iris, noah } = cast;
  const hold = await makeHold(cast, { custodians: [noah.id] });
  const browser = await ownerOf(cast);
  await say(noah, [iris.id], "before the hold's end");
  // Nothing of the export is written while the store fails.
  const put = vi.spyOn(env.UPLOADS, "put").mockRejectedValue(new Error("the store is away"));
  const { id } = await succeeds(browser.ask("POST", PATH, { hold_id: hold, reason: "x" }));
  await until(() => expect(put).toHaveBeenCalled());
  await release(cast, hold);
  put.mockRestore();
  expect(await exportsOf(browser)).toMatchObject([{ id, state: "ended", export_url: null }]);
  const { messages } = await exported(browser, { people: [noah.id] });
  expect(messages.map(({ text }: Json) => text)).toContain("before the hold's end");
});
