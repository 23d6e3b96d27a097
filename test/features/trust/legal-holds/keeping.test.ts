import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { deletionStepsHook } from "../../../../src/features/messages/message-deletion/message-deletion.ts";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { dropContents } from "../../../support/editing.ts";
import { sendFiles, textFile } from "../../../support/files.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { breakTexts, sendDirect, sendToChannel } from "../../../support/messages.ts";
import {
  advanceClock,
  changeRealm,
  executeSql,
  identityOf,
  inRealm,
  untilEmpty,
  untilShipped,
  withDatabase,
} from "../../../support/object.ts";
import { OWNER_PASSWORD, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { button, offer, press } from "../../messages/presses/pressing.ts";
import { order, untilErased } from "../../server/account-erasure/erasing.ts";
import { heldBy, makeHold, release, reviewed, textsHeld, whereIs } from "./stand.ts";

const DAY = 86_400_000;

/** Deletes messages from D1, as if it had been restored to an older state. */
async function loseTexts(who: Person, ids: readonly number[]): Promise<void> {
  const { id: realmId } = await identityOf(who);
  const lost = env.DB.prepare("DELETE FROM messages WHERE realm = ?1 AND id IN (SELECT value FROM json_each(?2))");
  await lost.bind(realmId, JSON.stringify(ids)).run();
}

describe("[security 21.4] a message under a hold is kept with its text and times", () => {
  test("when it is edited, deleted by its author or a moderator, or moved, or its topic is deleted", async () => {
    const cast = await realm();
    const { iris, omar, noah, mia } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, omar, noah, mia]);
    const other = await makeChannel(iris, "garden", [iris, omar, noah, mia]);
    const hold = await makeHold(cast, { channels: [channel] });
    const edited = await sendToChannel(noah, channel, "Tides", "first words");
    const own = await sendToChannel(noah, channel, "Tides", "own words");
    const theirs = await sendToChannel(mia, channel, "Tides", "words of mia");
    const moved = await sendToChannel(mia, channel, "Ships", "moved words");
    const inTopic = await sendToChannel(mia, channel, "Nets", "topic words");
    const elsewhere = await sendToChannel(mia, other, "Nets", "other words");
    await noah.ok(noah.patch(`/messages/${edited}`, { content: "second words" }));
    await noah.ok(noah.delete(`/messages/${own}`));
    await omar.ok(omar.delete(`/messages/${theirs}`));
    await omar.ok(omar.patch(`/messages/${moved}`, { stream_id: other, propagate_mode: "change_one" }));
    await omar.ok(omar.post(`/streams/${channel}/delete_topic`, { topic_name: "Nets" }));
    await omar.ok(omar.delete(`/messages/${elsewhere}`));
    await advanceClock(iris, 60_000);
    await noah.ok(noah.patch(`/messages/${edited}`, { content: "third words" }));
    await omar.ok(omar.delete(`/messages/${edited}`));
    expect(await textsHeld(iris, hold)).toEqual([
      "edited: first words",
      "deleted: own words",
      "deleted: words of mia",
      "moved: moved words",
      "deleted: topic words",
      "edited: second words",
      "deleted: third words",
    ]);
    const [first, ...rest] = await heldBy(iris, hold);
    expect(first).toMatchObject({ message_id: edited, sender_id: noah.id, channel_id: channel, topic: "Tides" });
    expect(first?.sent_at).toBeGreaterThan(1_600_000_000);
    // The history of the first edit is stored with the next version, and not copied to later ones.
    expect(rest.at(-2)?.edit_history).toContain("first words");
    expect(rest.at(-1)?.edit_history).toContain("second words");
    expect(rest.at(-1)?.edit_history).not.toContain("first words");
    expect(rest.map(({ message_id }) => message_id)).toEqual([own, theirs, moved, inTopic, edited, edited]);
    expect(await textsHeld(iris)).not.toContain("deleted: other words");
  });

  test("even if only D1 has its text, which retention and topic deletion then load first", async () => {
    const cast = await realm();
    const { iris, omar, noah } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, omar, noah]);
    const hold = await makeHold(cast, { custodians: [noah.id] });
    const old = [];
    for (let i = 0; i < 5; i += 1) old.push(await sendToChannel(noah, channel, "Tides", `old words ${i}`));
    await sendDirect(noah, [omar], "old direct words");
    for (let i = 0; i < 5; i += 1) await sendToChannel(noah, channel, "Ships", `topic words ${i}`);
    await dropContents(iris);
    await omar.ok(omar.post(`/streams/${channel}/delete_topic`, { topic_name: "Ships" }));
    const inTopic = (await textsHeld(iris, hold)).sort();
    expect(inTopic).toEqual([0, 1, 2, 3, 4].map((i) => `deleted: topic words ${i}`));
    await dropContents(iris);
    await iris.ok(iris.delete(`/streams/${channel}`));
    await iris.ok(iris.patch("/realm", { message_retention_days: 3 }));
    for (let i = 0; i < 5; i += 1) await advanceClock(iris, DAY);
    await until(async () => {
      const held = await textsHeld(iris, hold);
      for (let i = 0; i < 5; i += 1) expect(held).toContain(`deleted: old words ${i}`);
      expect(held).toContain("deleted: old direct words");
    });
    expect(await outcome(iris.get(`/messages/${old[0]}`))).not.toBe("ok");
    await untilShipped(iris);
    expect(await whereIs(iris, "old words 3")).toEqual(["held_messages"]);
  });

  test("even if the retention period changes while its text is awaited; the new period applies a day later", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const hold = await makeHold(cast, { custodians: [noah.id] });
    const keepFor = (days: number) => iris.ok(iris.patch("/realm", { message_retention_days: days }));
    const id = await sendDirect(noah, [iris], "old words");
    await dropContents(iris);
    await advanceClock(iris, 4 * DAY);
    await keepFor(3);
    await withDatabase(iris, "refuse", async () => {
      await changeRealm(iris, ({ timers, clock }) => timers.set("retention", clock.milliseconds()));
      await until(async () => expect(await inRealm(iris, ({ timers }) => timers.due())).toEqual([]));
      await keepFor(2);
    });
    await changeRealm(iris, (organization) => organization.run(deletionStepsHook));
    await untilEmpty(iris, "outbox");
    expect(await outcome(iris.get(`/messages/${id}`))).toBe("ok");
    await advanceClock(iris, DAY);
    await until(async () => expect(await textsHeld(iris, hold)).toEqual(["deleted: old words"]));
  });

  test("and is not deleted if D1 lost its text, while other messages are", async () => {
    const cast = await realm();
    const { iris, noah, mia } = cast;
    const [first, second] = [await makeChannel(iris, "first", [noah]), await makeChannel(iris, "second", [noah])];
    const hold = await makeHold(cast, { custodians: [noah.id] });
    const texts = ["lost", "kept"];
    const lost: number[] = [];
    for (const text of texts) {
      const ids = [await sendToChannel(noah, first, "t", text), await sendDirect(noah, [mia], text)];
      if (text === "lost") lost.push(...ids);
    }
    await sendToChannel(noah, second, "t", "kept");
    await dropContents(iris);
    await loseTexts(iris, lost);
    await advanceClock(iris, 4 * DAY);
    await iris.ok(iris.patch("/realm", { message_retention_days: 2 }));
    await advanceClock(iris, DAY);
    await until(async () => {
      await advanceClock(iris, 100);
      expect((await textsHeld(iris, hold)).filter((text) => text === "deleted: kept")).toHaveLength(3);
    });
    const remaining = async () =>
      (await inRealm(iris, ({ sql }) => sql.exec("SELECT id FROM message_index").toArray())).map(({ id }) => id);
    expect(await remaining()).toEqual(expect.arrayContaining(lost));
    await inRealm(iris, ({ storeCheck }) => storeCheck.repair());
    await untilShipped(iris);
    // If the last deletion isn't over yet, it looks for such messages again a day later.
    await until(async () => {
      await advanceClock(iris, DAY);
      for (const id of lost) expect(await remaining()).not.toContain(id);
    });
  });

  test("and is not deleted if a damaged D1 can't read its text, while other messages are", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const hold = await makeHold(cast, { custodians: [noah.id] });
    const channel = await makeChannel(iris, "harbour", [noah]);
    const ids: number[] = [];
    for (const text of ["damaged", "kept"]) ids.push(await sendToChannel(noah, channel, "t", text));
    await dropContents(iris);
    const load = await breakTexts(iris, ids[0] ?? 0);
    await advanceClock(iris, 4 * DAY);
    await iris.ok(iris.patch("/realm", { message_retention_days: 2 }));
    await advanceClock(iris, DAY);
    await until(async () => {
      await advanceClock(iris, 100);
      expect(await textsHeld(iris, hold)).toContain("deleted: kept");
    });
    const remaining = await inRealm(iris, ({ sql }) => sql.exec("SELECT id FROM message_index").toArray());
    expect(remaining.map(({ id }) => id)).toContain(ids[0]);
    load.mockRestore();
  });

  test("without exceeding the free plan's limit of calls when texts are read one by one", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const hold = await makeHold(cast, { custodians: [noah.id] });
    const channel = await makeChannel(iris, "harbour", [noah]);
    const first = await sendToChannel(noah, channel, "t", "kept 0");
    for (let sent = 1; sent < 60; sent += 1) await sendToChannel(noah, channel, "t", `kept ${sent}`);
    await dropContents(iris);
    const load = await breakTexts(iris, first);
    await advanceClock(iris, 4 * DAY);
    await iris.ok(iris.patch("/realm", { message_retention_days: 2 }));
    await advanceClock(iris, DAY);
    await until(async () => {
      await advanceClock(iris, 100);
      expect((await textsHeld(iris, hold)).filter((text) => text.startsWith("deleted: kept"))).toHaveLength(59);
    });
    const alone = load.mock.calls
      .map(([ids]) => (ids.length === 1 ? "1" : " "))
      .join("")
      .split(" ");
    expect(Math.max(...alone.map(({ length }) => length))).toBeLessThan(50);
    load.mockRestore();
  });

  test("while later messages are deleted, even if more texts are lost than one step examines", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const channel = await makeChannel(iris, "first", [noah]);
    const hold = await makeHold(cast, { custodians: [noah.id] });
    const first = await sendToChannel(noah, channel, "t", "lost");
    // No texts exist for the copies, as if D1 had lost them.
    await executeSql(
      iris,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO message_index (conversation_id, topic_id, sender_id)
       SELECT conversation_id, topic_id, sender_id FROM message_index, n WHERE id = ${first}`,
    );
    await sendToChannel(noah, channel, "t", "kept");
    await dropContents(iris);
    await loseTexts(iris, [first]);
    await advanceClock(iris, 4 * DAY);
    await iris.ok(iris.patch("/realm", { message_retention_days: 2 }));
    await advanceClock(iris, DAY);
    await until(async () => {
      await advanceClock(iris, 100);
      expect(await textsHeld(iris, hold)).toContain("deleted: kept");
    });
  });

  test("and is not deleted with its erased author's other messages if D1 lost its text", async () => {
    const cast = await realm();
    const { iris, noah, mia, host } = cast;
    await makeHold(cast, { custodians: [noah.id] });
    const lost = await sendDirect(noah, [mia], "lost");
    const other = await sendDirect(noah, [mia], "other");
    await dropContents(iris);
    await loseTexts(iris, [lost]);
    await order(await logIn(host, iris.email, OWNER_PASSWORD), noah, true);
    await untilErased(iris);
    const ids = (await inRealm(iris, ({ sql }) => sql.exec("SELECT id FROM message_index").toArray())).map(
      ({ id }) => id,
    );
    expect(ids).toContain(lost);
    expect(ids).not.toContain(other);
  });

  test("when its author's account is deleted with all its messages, with the author's identity", async () => {
    const cast = await realm();
    const { iris, noah, mia, gus } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
    const hold = await makeHold(cast, { custodians: [noah.id] });
    await sendToChannel(noah, channel, "Tides", "channel words");
    await sendDirect(noah, [mia], "direct words");
    await sendDirect(mia, [noah], "words to noah");
    await sendDirect(mia, [gus], "words between others");
    await dropContents(iris);
    const actions = {
      delete_profile: true,
      delete_public_channel_messages: true,
      delete_private_channel_messages: true,
      delete_direct_messages: true,
    };
    await iris.ok(iris.delete(`/users/${noah.id}`, { actions }));
    await iris.ok(iris.delete(`/users/${mia.id}`, { actions }));
    await until(async () => {
      const texts = (await textsHeld(iris, hold)).sort();
      expect(texts).toEqual(["deleted: channel words", "deleted: direct words", "deleted: words to noah"]);
    });
    await until(async () => expect(await whereIs(iris, "Noah Example")).toEqual(["held_people"]));
    await release(cast, hold);
    await reviewed(iris);
    await untilShipped(iris);
    expect(await whereIs(iris, "Noah Example")).toEqual([]);
    expect(await whereIs(iris, "direct words")).toEqual([]);
  });

  test("with its author's identity, even if the author's profile is deleted and the author is then erased", async () => {
    const cast = await realm();
    const { iris, noah, mia, host } = cast;
    const channels = [
      await makeChannel(iris, "harbour", [iris, noah]),
      await makeChannel(iris, "garden", [iris, mia]),
    ] as const;
    await sendToChannel(noah, channels[0], "Tides", "channel words");
    await sendToChannel(mia, channels[1], "Tides", "channel words");
    const remove = async (who: Person) => {
      await iris.ok(iris.delete(`/users/${who.id}`, { actions: { delete_profile: true } }));
      const name = async () => (await iris.ok(iris.get(`/users/${who.id}`))).user.full_name;
      await until(async () => expect(await name()).toBe("Deleted user"));
    };
    await remove(noah);
    const first = await makeHold(cast, { channels: [...channels] });
    await remove(mia);
    const second = await makeHold(cast, { custodians: [mia.id] });
    const browser = await logIn(host, iris.email, OWNER_PASSWORD);
    for (const { id } of [noah, mia]) await succeeds(browser.ask("POST", `/users/${id}/erase`));
    await untilErased(iris);
    expect(await whereIs(iris, noah.email)).toEqual(["held_people"]);
    expect(await whereIs(iris, mia.email)).toEqual(["held_people"]);
    await release(cast, first);
    await reviewed(iris);
    expect(await whereIs(iris, noah.email)).toEqual([]);
    expect(await whereIs(iris, "Mia Example")).toEqual(["held_people"]);
    await release(cast, second);
    await reviewed(iris);
    expect(await whereIs(iris, mia.email)).toEqual([]);
  });

  test("with the identities of users who only added a poll option, pressed a button, or wrote a page", async () => {
    const cast = await realm();
    const { iris, omar, noah, mia, gus, host } = cast;
    const bot = await cast.bot(iris);
    await bot.queue();
    const held = await makeChannel(iris, "harbour", [iris, omar, noah, mia, bot]);
    const other = await makeChannel(iris, "garden", [iris, gus]);
    await makeHold(cast, { channels: [held] });
    const addOption = async (who: Person, channel: number) => {
      const poll = await sendToChannel(iris, channel, "Tides", "/poll When?\nnow");
      const content = JSON.stringify({ type: "new_option", idx: 1, option: "later" });
      await who.ok(who.post("/submessage", { message_id: poll, msg_type: "widget", content }));
      return poll;
    };
    await noah.ok(noah.patch(`/streams/${held}/page`, { content: "Tides", base_version: 0 }));
    await iris.ok(iris.delete(`/messages/${await addOption(mia, held)}`));
    const message = await offer(bot, { channel: "harbour" }, { buttons: [button("a")] });
    await omar.ok(press(omar, message, { button_id: "a" }));
    await addOption(gus, other);
    const browser = await logIn(host, iris.email, OWNER_PASSWORD);
    for (const who of [omar, noah, mia, gus]) await order(browser, who);
    await untilErased(iris);
    for (const who of [omar, noah, mia]) expect(await whereIs(iris, who.email), who.email).toEqual(["held_people"]);
    expect(await whereIs(iris, gus.email)).toEqual([]);
  });

  test("with the identities of those who only received it in a direct conversation", async () => {
    const cast = await realm();
    const { iris, omar, noah, mia, gus, host } = cast;
    const { now } = await advanceClock(iris, 0);
    const from = Math.floor(now / 1000);
    await makeHold(cast, { custodians: [noah.id], direct_only: true, from, until: from + 3600 });
    const deleted = await sendDirect(noah, [omar, mia], "to both");
    await noah.ok(noah.delete(`/messages/${deleted}`));
    await sendDirect(noah, [mia], "to one");
    await advanceClock(iris, 3 * DAY);
    await sendDirect(noah, [gus], "later");
    const browser = await logIn(host, iris.email, OWNER_PASSWORD);
    for (const who of [omar, mia, gus]) await order(browser, who);
    await untilErased(iris);
    for (const who of [omar, mia]) expect(await whereIs(iris, who.email), who.email).toEqual(["held_people"]);
    expect(await whereIs(iris, gus.email)).toEqual([]);
  });

  test("with its files, which leave the store with the last hold", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, noah]);
    const hold = await makeHold(cast, { channels: [channel] });
    const upload = async (name: string) =>
      (await sendFiles(noah, "/user_uploads", [textFile(`in ${name}`, name)])).body.url as string;
    const [first, second, third] = [await upload("a.txt"), await upload("b.txt"), await upload("c.txt")];
    const message = await sendToChannel(noah, channel, "Tides", `[a](${first})`);
    await sendToChannel(noah, channel, "Tides", `[b](${second})`);
    await sendDirect(noah, [iris], `[c](${third})`);
    const { attachments } = await noah.ok(noah.get("/attachments"));
    const idOf = (name: string) => attachments.find((one: { name: string }) => one.name === name).id;
    await iris.ok(iris.delete(`/messages/${message}`));
    await noah.ok(noah.delete(`/attachments/${idOf("b.txt")}`));
    await noah.ok(noah.delete(`/attachments/${idOf("c.txt")}`));
    const held = await heldBy(iris, hold);
    expect(held.map(({ kind, files }) => [kind, files.map(({ name }) => name)])).toEqual([
      ["deleted", ["a.txt"]],
      ["file deleted", ["b.txt"]],
    ]);
    const [about] = (await iris.ok(iris.get("/holds"))).holds;
    expect(about.held).toMatchObject({ versions: 2, files: 2 });
    expect(about.held.bytes).toBe(held.reduce((sum, one) => sum + one.bytes, 0) + "in a.txt".length * 2);
    const inStore = async () => {
      const keys = (await env.UPLOADS.list()).objects.map(({ key }) => key);
      return [first, second, third].map((url) => keys.includes(keyOf(url)));
    };
    await until(async () => expect(await inStore()).toEqual([true, true, false]));
    await release(cast, hold);
    await reviewed(iris);
    await until(async () => expect(await inStore()).toEqual([false, false, false]));
  });
});

describe("a hold on users", () => {
  test("keeps messages that they wrote and received, but nothing from before they joined or after they left", async () => {
    const cast = await realm();
    const { iris, noah, mia, gus } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, mia]);
    const hold = await makeHold(cast, { custodians: [noah.id] });
    const sent = [await sendToChannel(mia, channel, "Tides", "before")];
    await iris.ok(
      iris.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }], principals: [noah.id] }),
    );
    sent.push(await sendToChannel(mia, channel, "Tides", "while there"));
    await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["harbour"] }));
    sent.push(await sendToChannel(mia, channel, "Tides", "after"));
    sent.push(await sendToChannel(noah, channel, "Tides", "own"));
    sent.push(await sendDirect(mia, [noah, gus], "to a group"));
    sent.push(await sendDirect(mia, [gus], "to another"));
    for (const id of sent.slice(0, 4)) await iris.ok(iris.delete(`/messages/${id}`));
    for (const id of sent.slice(4)) await mia.ok(mia.delete(`/messages/${id}`));
    expect(await textsHeld(iris, hold)).toEqual(["deleted: while there", "deleted: own", "deleted: to a group"]);
  });

  test("can be limited to direct messages and to a time range", async () => {
    const cast = await realm();
    const { iris, noah, mia } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
    const { now } = await advanceClock(iris, 0);
    const until = Math.floor(now / 1000) + 86_400;
    const direct = await makeHold(cast, { custodians: [noah.id], direct_only: true });
    const past = await makeHold(cast, { custodians: [noah.id], until });
    const early = [await sendToChannel(noah, channel, "Tides", "a"), await sendDirect(noah, [mia], "b")];
    await advanceClock(iris, 2 * DAY);
    const late = [await sendToChannel(noah, channel, "Tides", "c"), await sendDirect(noah, [mia], "d")];
    await iris.ok(iris.patch("/realm", { message_content_delete_limit_seconds: "unlimited" }));
    for (const id of [...early, ...late]) await noah.ok(noah.delete(`/messages/${id}`));
    expect(await textsHeld(iris, direct)).toEqual(["deleted: b", "deleted: d"]);
    expect(await textsHeld(iris, past)).toEqual(["deleted: a", "deleted: b"]);
  });
});

/** The store key for the URL of an upload. */
function keyOf(url: string): string {
  const [organization, ...place] = url.replace("/user_uploads/", "").split("/");
  return `${organization}/uploads/${place.slice(0, 2).join("/")}`;
}
