import { describe, expect, test } from "vitest";
import { makeChannel, NOT_PERMITTED, outcome } from "../../../support/channels.ts";
import { dropContents } from "../../../support/editing.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { inRealm, sendDirect, sendToChannel, statementsOfSend } from "../../../support/messages.ts";
import { MODERN } from "../../../support/modern-client.ts";
import {
  advanceClock,
  changeRealm,
  evict,
  tablesOf,
  untilShipped,
  withConfig,
  withDatabase,
  withEnv,
} from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { order, untilErased } from "../../server/account-erasure/erasing.ts";
import { changeHold, heldBy, makeHold, release, reviewed, textsHeld, whereIs } from "./stand.ts";

const DAY = 86_400_000;

describe("[security 21.1] legal holds", () => {
  test("can be managed by owners and users they allow, after a recent login in a browser", async () => {
    const { iris, omar, noah, host } = await realm();
    const terms = { name: "Case", custodians: [noah.id] };
    expect(await outcome(omar.get("/holds"))).toBe(NOT_PERMITTED);
    expect(await outcome(omar.post("/holds", terms))).toBe(NOT_PERMITTED);
    // An API key doesn't show when its user last logged in.
    expect((await iris.post("/holds", terms)).body.code).toBe("FRESH_LOGIN_REQUIRED");
    const browser = await logIn(host, iris.email, OWNER_PASSWORD);
    const { hold_id } = await succeeds(browser.ask("POST", "/holds", terms));
    await advanceClock(iris, 16 * 60_000);
    for (const [method, path] of [
      ["POST", "/holds"],
      ["PATCH", `/holds/${hold_id}`],
      ["DELETE", `/holds/${hold_id}`],
    ] as const)
      expect((await browser.ask(method, path, terms)).body.code).toBe("FRESH_LOGIN_REQUIRED");
    const value = { new: { direct_members: [noah.id], direct_subgroups: [] } };
    await iris.ok(iris.patch("/realm", { can_manage_holds_group: value }));
    const { holds } = await noah.ok(noah.get("/holds"));
    expect(holds).toMatchObject([{ id: hold_id, name: "Case", custodians: [noah.id], channels: [], from: null }]);
    const theirs = await logIn(host, noah.email, PASSWORD);
    await succeeds(theirs.ask("PATCH", `/holds/${hold_id}`, { matter: "7 of 2026" }));
    await succeeds(theirs.ask("DELETE", `/holds/${hold_id}`));
    await reviewed(iris);
    expect((await iris.ok(iris.get("/holds"))).holds).toEqual([]);
  });

  test("have no endpoints if the server was started without them", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const hold = await makeHold(cast, { custodians: [noah.id] });
    expect((await iris.ok(iris.post("/register"))).server_holds).toBe(true);
    await withEnv({ HOLDS: "off" }, () =>
      withConfig(iris, { holds: false }, async () => {
        for (const [method, path] of [
          ["GET", "/holds"],
          ["POST", "/holds"],
          ["PATCH", `/holds/${hold}`],
          ["DELETE", `/holds/${hold}`],
        ] as const)
          expect((await iris.send(method, path)).status, `${method} ${path}`).toBe(404);
        expect((await iris.ok(iris.post("/register"))).server_holds).toBe(false);
        const told = await iris.ok(iris.get("/realm/expiring_messages", { message_retention_days: 1 }));
        expect(told.held).toBeUndefined();
        // Leaving the switch out by mistake loses nothing.
        await noah.ok(noah.delete(`/messages/${await sendDirect(noah, [iris], "kept all the same")}`));
      }),
    );
    expect(await textsHeld(iris, hold)).toEqual(["deleted: kept all the same"]);
  });
});

test("a hold is refused without existing users or channels, with an invalid range, or over a limit", async () => {
  const { iris, noah, host } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris]);
  const browser = await logIn(host, iris.email, OWNER_PASSWORD);
  const refused = async (terms: Json) => {
    const { status, body } = await browser.ask("POST", "/holds", { name: "Case", custodians: [noah.id], ...terms });
    return [status, body.msg];
  };
  expect(await refused({ custodians: [] })).toEqual([400, "A hold needs people or channels."]);
  expect(await refused({ custodians: [999] })).toEqual([400, "No such user"]);
  expect(await refused({ channels: [999] })).toEqual([400, "Channel with ID '999' does not exist"]);
  expect(await refused({ direct_only: true, channels: [channel] })).toEqual([
    400,
    "A hold of direct messages alone can't name channels.",
  ]);
  expect(await refused({ from: 20, until: 10 })).toEqual([400, "A hold can't end before it begins."]);
  expect(await refused({ name: " " })).toEqual([400, "name can't be empty"]);
  expect(await refused({ name: "x".repeat(61) })).toEqual([400, "name is too long (limit: 60 characters)"]);
  expect(await refused({ matter: "x".repeat(201) })).toEqual([400, "matter is too long (limit: 200 characters)"]);
  expect(await refused({ reason: "x".repeat(2001) })).toEqual([400, "reason is too long (limit: 2000 characters)"]);
  expect((await refused({ custodians: Array(201).fill(noah.id) }))[0]).toBe(400);
  expect((await refused({ channels: Array(201).fill(channel) }))[0]).toBe(400);
  expect((await refused({ from: -1 }))[0]).toBe(400);
  expect((await tablesOf(iris))["holds"]).toEqual([]);
  for (let i = 0; i < 50; i += 1) expect((await refused({}))[0]).toBe(200);
  expect(await refused({})).toEqual([400, "You can't have more than 50 holds."]);
});

test("[security 21.2] each change of a hold is audited with before and after, and reads are audited at most once an hour", async () => {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const hold = await makeHold(cast, { custodians: [noah.id], matter: "7 of 2026" });
  await changeHold(cast, hold, { name: "Case 2", custodians: [noah.id, mia.id] });
  for (let i = 0; i < 3; i += 1) await iris.ok(iris.get("/holds"));
  await release(cast, hold);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["hold.*"] }));
  expect(entries.map(({ action }: Json) => action)).toEqual([
    "hold.released",
    "hold.read",
    "hold.changed",
    "hold.created",
  ]);
  expect(entries[0]).toMatchObject({ entity: { type: "hold", id: String(hold), name: "Case 2" } });
  expect(entries[2].details).toMatchObject({
    before: { name: "Case 1", custodians: [noah.id] },
    after: { name: "Case 2", custodians: [noah.id, mia.id] },
  });
  expect(entries[3].details).toMatchObject({ matter: "7 of 2026", custodians: [noah.id] });
});

describe("[security 21.3] the existence of a hold", () => {
  test("is not visible in any response, event or number to users who can't manage holds", async () => {
    const cast = await realm();
    const { iris, omar, noah, mia, gus } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, omar, noah, mia, gus]);
    const people = [omar, noah, mia, gus];
    const secret = "quokka";
    const kept = await sendToChannel(noah, channel, "Tides", "the wombat sleeps");
    const queues = await Promise.all(people.map((person) => person.queue(MODERN)));
    const before = await Promise.all(people.map(stateOf));
    const terms = { name: `${secret} 1`, matter: `${secret} 2`, reason: `${secret} 3`, channels: [channel] };
    const hold = await makeHold(cast, { ...terms, custodians: [noah.id] });
    await changeHold(cast, hold, { name: `${secret} 4` });
    await reviewed(iris);
    expect(await Promise.all(people.map(stateOf))).toEqual(before);
    for (const queue of queues) expect(await queue.events()).toEqual([]);
    await noah.ok(noah.delete(`/messages/${kept}`));
    expect(await textsHeld(iris, hold)).toEqual(["deleted: the wombat sleeps"]);
    await untilShipped(iris);
    const everything = await Promise.all(
      people.flatMap((person, index) => [
        ...reads(channel, kept).map(([path, fields]) => person.get(path, fields)),
        person.post("/register"),
        queues[index]?.events(),
      ]),
    );
    const found = JSON.stringify(everything);
    for (const word of [secret, "wombat"]) expect(found).not.toContain(word);
    // The retention preview shows omar the same as it would without holds.
    await release(cast, hold);
    await reviewed(iris);
    for (const queue of queues) expect(JSON.stringify(await queue.events())).not.toContain(secret);
  });

  test("is visible in the retention preview to users who can manage holds", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, noah]);
    const other = await makeChannel(iris, "garden", [iris, noah]);
    await makeHold(cast, { channels: [channel] });
    for (const content of ["a", "b"]) await sendToChannel(noah, channel, "Tides", content);
    await sendToChannel(noah, other, "Tides", "c");
    await advanceClock(iris, 3 * DAY);
    const preview = (more: Json = {}) =>
      iris.ok(iris.get("/realm/expiring_messages", { message_retention_days: 1, ...more }));
    // Each channel starts with a notice.
    expect(await preview()).toMatchObject({ held: 3 });
    expect(await preview({ stream_id: channel })).toMatchObject({ count: 3, held: 3 });
    expect(await preview({ stream_id: other })).toMatchObject({ count: 2, held: 0 });
  });
});

describe("[security 21.5] the content of a released hold", () => {
  test("is deleted unless another hold keeps it, even one created later", async () => {
    const cast = await realm();
    const { iris, noah, mia } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
    const first = await makeHold(cast, { channels: [channel] });
    for (const [who, content] of [
      [noah, "words of noah"],
      [mia, "words of mia"],
    ] as const)
      await iris.ok(iris.delete(`/messages/${await sendToChannel(who, channel, "Tides", content)}`));
    const second = await makeHold(cast, { name: "Case 2", custodians: [noah.id], from: 1 });
    // The first hold is released before the second one has looked for what it keeps too.
    await changeRealm(iris, ({ sql }) => {
      sql.exec("UPDATE holds SET reviewed = 0, versions = 0 WHERE id = ?1", second);
      sql.exec("DELETE FROM held_by WHERE hold_id = ?1", second);
    });
    await release(cast, first);
    await reviewed(iris);
    expect(await textsHeld(iris, second)).toEqual(["deleted: words of noah", "deleted: words of mia"]);
    expect((await iris.ok(iris.get("/holds"))).holds).toMatchObject([{ id: second, held: { versions: 2 } }]);
    // A hold that is narrowed keeps its content.
    await changeHold(cast, second, { direct_only: true });
    await reviewed(iris);
    expect(await textsHeld(iris)).toHaveLength(2);
    await release(cast, second);
    await reviewed(iris);
    for (const table of ["held_messages", "held_by", "held_attachments"])
      expect((await tablesOf(iris))[table]).toEqual([]);
  });

  test("includes identities, which are kept while another hold keeps or covers their users' messages", async () => {
    const cast = await realm();
    const { iris, noah, mia, gus, host } = cast;
    const [harbour, garden] = [
      await makeChannel(iris, "harbour", [iris, noah]),
      await makeChannel(iris, "garden", [iris, mia]),
    ];
    const first = await makeHold(cast, { custodians: [noah.id, mia.id, gus.id] });
    await sendToChannel(noah, harbour, "Tides", "words of noah");
    await sendToChannel(mia, garden, "Beds", "words of mia");
    await sendDirect(gus, [iris], "words of gus");
    const browser = await logIn(host, iris.email, OWNER_PASSWORD);
    for (const who of [noah, gus]) await order(browser, who, true);
    await order(browser, mia);
    await untilErased(iris);
    const second = await makeHold(cast, { channels: [harbour, garden] });
    await release(cast, first);
    await reviewed(iris);
    expect(await textsHeld(iris)).toEqual(["deleted: words of noah"]);
    const kept = async () => ((await tablesOf(iris))["held_people"] as Json[]).map(({ full_name }) => full_name);
    expect(await kept()).toEqual(["Noah Example", "Mia Example"]);
    await release(cast, second);
    await reviewed(iris);
    expect(await kept()).toEqual([]);
  });

  test("is deleted in steps that resume where the last one stopped, even across restarts", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, noah]);
    const hold = await makeHold(cast, { channels: [channel] });
    await iris.ok(iris.delete(`/messages/${await sendToChannel(noah, channel, "Tides", "many words")}`));
    await inRealm(iris, (it) =>
      it.change(() => {
        for (let i = 0; i < 1600; i += 1) {
          it.sql.exec(`INSERT INTO held_messages (message_id, kind, held_at, bytes, conversation_id, sender_id, sent_at)
            SELECT message_id, kind, held_at, bytes, conversation_id, sender_id, sent_at FROM held_messages WHERE id = 1`);
          it.sql.exec("INSERT INTO held_by (hold_id, held_id) SELECT ?1, max(id) FROM held_messages", hold);
        }
        it.sql.exec("UPDATE holds SET versions = 1601");
      }),
    );
    await release(cast, hold);
    await until(async () => expect((await heldBy(iris)).length).toBeLessThan(1000));
    await evict(iris);
    await reviewed(iris);
    expect((await tablesOf(iris))["held_messages"]).toEqual([]);
    expect(await whereIs(iris, "many words")).toEqual([]);
  });
});

describe("deleting a message under a hold", () => {
  test("keeps its text or fails, even in bulk and when D1 is down and has the only copy", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const channel = await makeChannel(iris, "harbour", [iris, noah]);
    const hold = await makeHold(cast, { channels: [channel] });
    const ids: number[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await sendToChannel(noah, channel, "Tides", `words ${i}`));
    await dropContents(iris);
    await evict(iris);
    await withDatabase(iris, "refuse", async () => {
      for (const call of [
        iris.delete(`/messages/${ids[0]}`),
        iris.post(`/streams/${channel}/delete_topic`, { topic_name: "Tides" }),
      ])
        expect((await call).status).toBe(503);
    });
    expect(await heldBy(iris, hold)).toEqual([]);
    const replies = await Promise.all(
      ids.flatMap((id) => [iris.delete(`/messages/${id}`), iris.delete(`/messages/${id}`)]),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect((await textsHeld(iris, hold)).sort()).toEqual(ids.map((_, i) => `deleted: words ${i}`).sort());
  });
});

test("a message is sent with the same statements with and without holds", async () => {
  const cast = await realm();
  const { iris, omar } = cast;
  const channel = await makeChannel(iris, "tea", [iris, omar]);
  await omar.queue({ event_types: ["message"], fetch_event_types: [] });
  for (const content of ["one", "two"]) await sendToChannel(iris, channel, "t", content);
  const without = await until(async () => {
    const run = await statementsOfSend(iris, channel);
    expect(run).toHaveLength(3);
    return run;
  });
  await makeHold(cast, { channels: [channel], custodians: [omar.id] });
  await reviewed(iris);
  for (const content of ["one", "two"]) await sendToChannel(iris, channel, "t", content);
  await until(async () => expect(await statementsOfSend(iris, channel)).toEqual(without));
});

/** A user's state without the fields that change on every read. */
async function stateOf(person: Person): Promise<Json> {
  const { queue_id, event_queue_longpoll_timeout_seconds, last_event_id, server_timestamp, ...state } = await person.ok(
    person.post("/register"),
  );
  return { ...state, presences: {} };
}

const reads = (channel: number, message: number): readonly (readonly [string, Json?])[] => [
  ["/holds"],
  ["/audit_log"],
  ["/users/me/audit_log"],
  ["/users"],
  ["/streams"],
  ["/attachments"],
  ["/exports"],
  ["/statistics"],
  [`/messages/${message}`],
  [`/messages/${message}/history`],
  [`/users/me/${channel}/topics`],
  ["/messages", { anchor: "newest", num_before: 100, num_after: 0, narrow: [] }],
  [
    "/messages",
    { anchor: "newest", num_before: 100, num_after: 0, narrow: [{ operator: "search", operand: "wombat" }] },
  ],
  ["/realm/expiring_messages", { message_retention_days: 1 }],
];
