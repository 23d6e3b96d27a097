import { describe, expect, test } from "vitest";
import { forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { givePermission } from "../../../support/groups.ts";
import { flagsOf, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

const newCast = casts();

const receipts = (who: Person, id: number) => who.get(`/messages/${id}/read_receipts`);
const readers = async (who: Person, id: number): Promise<number[]> => (await who.ok(receipts(who, id))).user_ids;
const read = (who: Person, ...messages: number[]) =>
  who.ok(who.post("/messages/flags", { op: "add", flag: "read", messages }));
const unread = (who: Person, ...messages: number[]) =>
  who.ok(who.post("/messages/flags", { op: "remove", flag: "read", messages }));
const allow = (owner: Person) => owner.ok(owner.patch("/realm", { enable_read_receipts: true }));

describe("[messages 9] read receipts", () => {
  test("[users 9] are enabled in a new invite-only organization", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "x");
    expect(await readers(noah, id)).toEqual([]);
    await read(mia, id);
    expect(await readers(noah, id)).toEqual([mia.id]);
  });

  test("[messages 9] are refused if the organization has disabled them", async () => {
    const { iris, noah } = await realm();
    const id = await sendDirect(noah, [noah], "x");
    await iris.ok(iris.patch("/realm", { enable_read_receipts: false }));
    expect(await outcome(receipts(noah, id))).toBe("BAD_REQUEST: Read receipts are disabled in this organization.");
  });

  test("[messages 9] are visible only to users who can read the message", async () => {
    const { iris, noah, mia, by } = await realmWithCallers();
    await allow(iris);
    const open = await makeChannel(iris, "open", [noah]);
    const closed = await makeChannel(iris, "closed", [noah], { invite_only: true });
    const INVALID = "BAD_REQUEST: Invalid message(s)";
    const everyone = { owner: "ok", administrator: "ok", moderator: "ok", member: "ok", bot: "ok" };
    const inOpen = await sendToChannel(noah, open, "a", "x");
    expect(await outcomes((who) => receipts(who, inOpen), by)).toEqual({ ...everyone, guest: INVALID });
    const inClosed = await sendToChannel(noah, closed, "a", "x");
    expect(await outcomes((who) => receipts(who, inClosed), by)).toEqual(forAll(INVALID, { member: "ok" }));
    const direct = await sendDirect(noah, [mia], "x");
    expect(await outcome(receipts(mia, direct))).toBe("ok");
    expect(await outcome(receipts(iris, direct))).toBe(INVALID);
    expect(await outcome(receipts(iris, 999_999))).toBe(INVALID);
  });

  test("[messages 9] list users who marked the message as read in any way, but never its sender", async () => {
    const { iris, omar, mona, noah, mia } = await newCast();
    await allow(iris);
    const channel = await makeChannel(iris, "talk", [iris, omar, mona, noah, mia]);
    const [a, b] = [
      await sendToChannel(noah, channel, "t", "a", { read_by_sender: true }),
      await sendToChannel(noah, channel, "t", "b"),
    ];
    expect(await readers(mia, a)).toEqual([]);
    await read(mia, a);
    await omar.ok(omar.post("/mark_stream_as_read", { stream_id: channel }));
    await mona.ok(mona.post("/mark_all_as_read"));
    expect(await readers(noah, a)).toEqual([omar.id, mona.id, mia.id]);
    expect(await readers(noah, b)).toEqual([omar.id, mona.id]);
    await unread(omar, a);
    await unread(mona, b);
    expect(await readers(noah, a)).toEqual([mona.id, mia.id]);
    expect(await readers(noah, b)).toEqual([omar.id]);
  });

  test("[messages 9] include readers of direct messages, readers who left the channel, and readers with starred messages", async () => {
    const { iris, omar, noah, mia, gus } = await newCast();
    await allow(iris);
    const direct = await sendDirect(noah, [mia, gus], "x");
    await read(gus, direct);
    expect(await readers(mia, direct)).toEqual([gus.id]);
    const channel = await makeChannel(iris, "talk", [noah, mia]);
    const id = await sendToChannel(noah, channel, "t", "x");
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["talk"] }));
    expect(await readers(noah, id)).toEqual([mia.id]);
    // Later subscribers are listed only if they have flags for the message.
    await omar.ok(omar.post("/users/me/subscriptions", { subscriptions: [{ name: "talk" }] }));
    expect(await readers(noah, id)).toEqual([mia.id]);
    await omar.ok(omar.post("/messages/flags", { op: "add", flag: "starred", messages: [id] }));
    expect(await flagsOf(omar, id)).toContain("historical");
    expect(await readers(noah, id)).toEqual([omar.id, mia.id]);
    await unread(omar, id);
    expect(await readers(noah, id)).toEqual([mia.id]);
  });

  test("[messages 9] omit users who hide them, deactivated users, and users who muted or are muted by the viewer", async () => {
    const { iris, omar, mona, noah, mia } = await newCast();
    await allow(iris);
    const channel = await makeChannel(iris, "talk", [iris, omar, mona, noah, mia]);
    const id = await sendToChannel(iris, channel, "t", "x");
    for (const who of [omar, mona, noah, mia]) await read(who, id);
    expect(await readers(iris, id)).toEqual([omar.id, mona.id, noah.id, mia.id]);
    await omar.ok(omar.patch("/settings", { send_read_receipts: false }));
    await iris.ok(iris.delete(`/users/${mona.id}`));
    expect(await readers(iris, id)).toEqual([noah.id, mia.id]);
    expect(await readers(omar, id)).toEqual([noah.id, mia.id]);
    await mia.ok(mia.post(`/users/me/muted_users/${noah.id}`));
    expect(await readers(mia, id)).toEqual([mia.id]);
    expect(await readers(noah, id)).toEqual([noah.id]);
    expect(await readers(iris, id)).toEqual([noah.id, mia.id]);
  });

  test("[messages 9] count messages of muted users as read from the start", async () => {
    const { iris, noah, mia } = await newCast();
    await allow(iris);
    const channel = await makeChannel(iris, "talk", [iris, noah, mia]);
    await mia.ok(mia.post(`/users/me/muted_users/${noah.id}`));
    const id = await sendToChannel(noah, channel, "t", "x");
    expect(await flagsOf(mia, id)).toContain("read");
    expect(await readers(iris, id)).toEqual([mia.id]);
  });

  test("[messages 9] show guests only users they can see", async () => {
    const { iris, noah, mia, gus } = await realm();
    await allow(iris);
    await givePermission(iris, "can_access_all_users_group", "role:members");
    // All users are initially subscribed to the default channel.
    const first = (await gus.ok(gus.get("/users/me/subscriptions"))).subscriptions[0].name;
    await gus.ok(gus.delete("/users/me/subscriptions", { subscriptions: [first] }));
    const channel = await makeChannel(iris, "talk", [iris, noah, mia, gus]);
    const id = await sendToChannel(iris, channel, "t", "x");
    for (const who of [noah, mia]) await read(who, id);
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["talk"] }));
    expect(await readers(noah, id)).toEqual([noah.id, mia.id]);
    expect(await readers(gus, id)).toEqual([noah.id]);
  });
});
