import { describe, expect, test } from "vitest";
import { randomFrom } from "../../../support/changed-at-random.ts";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, flagsOf, idsOf, sendDirect, sendToChannel, unreadIds } from "../../../support/messages.ts";
import { evict } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const mute = (who: Person, whom: Person) => who.ok(who.post(`/users/me/muted_users/${whom.id}`));
const unmute = (who: Person, whom: Person) => who.ok(who.delete(`/users/me/muted_users/${whom.id}`));
const mark = (who: Person, messages: number[], op: "add" | "remove") =>
  who.ok(who.post("/messages/flags", { messages, op, flag: "read" }));
const unreadPage = async (who: Person) => idsOf((await fetchMessages(who, { narrow: [["is", "unread"]] })).messages);

async function quietChannel(people: readonly [Person, ...Person[]]): Promise<number> {
  const id = await makeChannel(people[0], "kitchen", people);
  for (const who of people) await who.ok(who.post("/mark_all_as_read"));
  return id;
}

/** The IDs of unread messages. Checks that /register and GET /messages agree. */
async function unread(who: Person): Promise<number[]> {
  const ids = await unreadIds(who);
  expect(await unreadPage(who)).toEqual(ids);
  return ids;
}

describe("[users 4.6] muting a user", () => {
  test("sends an event with its time, and marks their messages as read", async () => {
    const { noah, mia, omar } = await newCast();
    const id = await quietChannel([noah, mia, omar]);
    const muted = [
      await sendToChannel(noah, id, "t", "one"),
      await sendDirect(noah, [mia], "two"),
      await sendDirect(noah, [mia, omar], "3"),
    ];
    const kept = [await sendToChannel(omar, id, "t", "four"), await sendDirect(omar, [mia, noah], "five")];
    const [events, other] = await eventsDuring([mia, noah], () => mute(mia, noah));
    expect(events).toMatchObject([
      { type: "update_message_flags", op: "add", flag: "read", messages: muted, all: false },
      { type: "muted_users", muted_users: [{ id: noah.id, timestamp: expect.any(Number) }] },
    ]);
    expect(other).toEqual([]);
    expect(await unread(mia)).toEqual(kept);
    // The messages stay unread for others.
    expect(await unread(omar)).toEqual([muted[0], muted[2], ...kept]);
  });

  test("sends no message event if none were unread", async () => {
    const { noah, mia } = await newCast();
    await mark(mia, [await sendDirect(noah, [mia], "one")], "add");
    const [events] = await eventsDuring([mia], () => mute(mia, noah));
    expect(events?.map(({ type }: Json) => type)).toEqual(["muted_users"]);
  });

  test("[messages 2] marks their new messages as read from the start", async () => {
    const { noah, mia } = await realm();
    const id = await quietChannel([noah, mia]);
    await mute(mia, noah);
    const [events] = await eventsDuring([mia], async () => {
      await sendToChannel(noah, id, "t", "@**all** and @**Mia Example**");
      await sendDirect(noah, [mia], "hello");
    });
    expect(events?.filter(({ type }: Json) => type === "message").map(({ flags }: Json) => flags)).toEqual([
      ["read", "mentioned", "stream_wildcard_mentioned", "wildcard_mentioned"],
      ["read"],
    ]);
    expect(await unread(mia)).toEqual([]);
  });

  test("survives an eviction of the object", async () => {
    const { noah, mia } = await newCast();
    await mute(mia, noah);
    await evict(mia);
    expect(await flagsOf(mia, await sendDirect(noah, [mia], "hello"))).toEqual(["read"]);
  });

  test("does not prevent marking a message as unread", async () => {
    const { noah, mia } = await newCast();
    await mute(mia, noah);
    const id = await sendDirect(noah, [mia], "hello");
    const [events] = await eventsDuring([mia], () => mark(mia, [id], "remove"));
    expect(events).toMatchObject([{ type: "update_message_flags", op: "remove", messages: [id] }]);
    expect(await unread(mia)).toEqual([id]);
    await mark(mia, [id], "add");
    expect(await unread(mia)).toEqual([]);
  });

  test.each([
    ["oneself", (who: Person) => who.id, "Cannot mute self"],
    ["an unknown user", () => 99_999, "No such user"],
  ])("is refused for %s", async (_, whom, msg) => {
    const { mia } = await newCast();
    expect(await outcome(mia.post(`/users/me/muted_users/${whom(mia)}`))).toBe(`BAD_REQUEST: ${msg}`);
  });

  test("is refused if the user is already muted, and so is unmuting a user who is not", async () => {
    const { noah, mia } = await newCast();
    expect(await outcome(mia.delete(`/users/me/muted_users/${noah.id}`))).toBe("BAD_REQUEST: User is not muted");
    await mute(mia, noah);
    expect(await outcome(mia.post(`/users/me/muted_users/${noah.id}`))).toBe("BAD_REQUEST: User already muted");
    expect(await outcome(mia.delete("/users/me/muted_users/99999"))).toBe("BAD_REQUEST: No such user");
  });

  test("is possible for bots too", async () => {
    const { noah, mia, bot } = await newCast();
    await mute(noah, await bot(mia));
  });
});

describe("[users 4.6] unmuting a user", () => {
  test("leaves the user's earlier messages unchanged, and new ones unread", async () => {
    const { noah, mia } = await newCast();
    const id = await quietChannel([noah, mia]);
    await sendDirect(noah, [mia], "before");
    await mute(mia, noah);
    const [while1, while2] = [await sendDirect(noah, [mia], "while"), await sendToChannel(noah, id, "t", "while")];
    await mark(mia, [while1], "remove");
    const [events] = await eventsDuring([mia], () => unmute(mia, noah));
    expect(events).toMatchObject([{ type: "muted_users", muted_users: [] }]);
    expect(await unread(mia)).toEqual([while1]);
    const after = await sendToChannel(noah, id, "t", "after");
    expect(await unread(mia)).toEqual([while1, after]);
    await mark(mia, [while1, after], "add");
    expect(await unread(mia)).toEqual([]);
    await mark(mia, [while1, while2], "remove");
    expect(await unread(mia)).toEqual([while1, while2]);
  });

  test("agrees with a simple model of unread messages after random actions", async () => {
    const { noah, mia, omar } = await newCast();
    const id = await quietChannel([noah, mia, omar]);
    const next = randomFrom(5);
    const sent: number[] = [];
    const senders = new Map<number, Person>();
    const expected = new Set<number>();
    let isMuted = false;
    for (let step = 0; step < 120; step++) {
      const picked = sent.filter(() => next(4) === 0);
      switch (next(7)) {
        case 0:
          if (isMuted) await unmute(mia, noah);
          else {
            await mute(mia, noah);
            for (const [message, sender] of senders) if (sender === noah) expected.delete(message);
          }
          isMuted = !isMuted;
          break;
        case 1:
          await mark(mia, picked, "add");
          for (const message of picked) expected.delete(message);
          break;
        case 2:
          await mark(mia, picked, "remove");
          for (const message of picked) expected.add(message);
          break;
        case 3:
          if (next(4) === 0) {
            await mia.ok(mia.post("/mark_all_as_read"));
            expected.clear();
          }
          break;
        default: {
          const sender = next(2) === 0 ? noah : omar;
          const message =
            next(2) === 0 ? await sendToChannel(sender, id, "t", "x") : await sendDirect(sender, [mia], "x");
          sent.push(message);
          senders.set(message, sender);
          if (sender === omar || !isMuted) expected.add(message);
        }
      }
      if (step % 10 === 9) expect(await unread(mia)).toEqual([...expected].sort((a, b) => a - b));
    }
  });
});
