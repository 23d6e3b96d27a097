import { describe, expect, test } from "vitest";
import { flagAct } from "../../../../src/web/client/sending/flag-act.ts";
import { editAct, moveAct } from "../../../../src/web/client/sending/optimistic-events.ts";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import { Refused } from "../../../../src/web/wire/api.ts";
import { composeWords } from "../../../../src/web/words/compose.ts";
import { seeded } from "../../support/random.ts";
import { WALKS } from "../../support/walks.ts";
import { type ActsTab, ActsWorld, type Change } from "./acts-world.ts";

const WORDS = composeWords().problems.changesFull;
const FULL = `/messages/flags ${WORDS}`;
const STAR: Change = { kind: "star", on: true };
const starred = (world: ActsWorld) =>
  [...world.messages.values()].filter((one) => one.flags.length > 0).map(({ id }) => id);

/** An edit without a check of the previous text by the server. */
function textAct({ messages }: ActsTab, id: number, content: string) {
  const message = messages.get(id);
  if (message === undefined) throw new Error("no such message");
  return editAct(message, { content });
}

async function tabIn(world: ActsWorld) {
  const tab = world.open();
  await world.clock.pass(100);
  return tab;
}

describe("optimistic changes", () => {
  test("are shown at once, wait without a network, and are sent in order afterwards", async () => {
    const world = new ActsWorld(seeded(1));
    const tab = await tabIn(world);
    world.isOffline = true;
    tab.change(1, STAR);
    tab.change(2, { kind: "move", text: "after" });
    tab.change(2, { kind: "edit", text: "new" });
    tab.change(3, { kind: "delete" });
    expect(tab.messages.get(1)?.flags).toEqual(["starred"]);
    expect(tab.messages.get(2)).toMatchObject({ subject: "after", content: "<p>new</p>" });
    expect(tab.messages.get(3)).toBeUndefined();
    await world.clock.pass(7 * 86_400_000);
    expect(world.made).toEqual([]);
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect(world.made.map((one) => JSON.parse(one).slice(0, 2).join(" "))).toEqual([
      "post /messages/flags",
      "patch /messages/2",
      "patch /messages/2",
      "delete /messages/3",
    ]);
    expect([world.rows.size, tab.refused]).toEqual([0, []]);
  });

  test("survive a reload, after which they are shown and sent", async () => {
    const world = new ActsWorld(seeded(2));
    const first = await tabIn(world);
    world.isOffline = true;
    first.change(1, STAR);
    world.crash(first);
    const next = await tabIn(world);
    expect(next.messages.get(1)?.flags).toEqual(["starred"]);
    // Fetched again, the message has no star yet.
    next.messages.put([...world.messages.values()]);
    next.acts.renew([1]);
    expect(next.messages.get(1)?.flags).toEqual(["starred"]);
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect(starred(world)).toEqual([1]);
  });

  test("stay visible while they wait, despite events with the old state, but edits use the server's rendering", async () => {
    const world = new ActsWorld(seeded(8));
    const tab = await tabIn(world);
    world.isOffline = true;
    tab.change(1, STAR);
    tab.change(2, { kind: "edit", text: "new" });
    const rendered = { ...textAct(tab, 2, "new").shows[0], rendered_content: "<p><b>new</b></p>" } as AnyEvent;
    const events = [...flagAct([1], "remove", "starred").shows, rendered];
    for (const event of events) tab.messages.apply(event);
    tab.acts.follow(events);
    expect(tab.messages.get(1)?.flags).toEqual(["starred"]);
    expect(tab.messages.get(2)?.content).toBe("<p><b>new</b></p>");
  });

  test("that the server refuses are reported and undone, and other changes are sent", async () => {
    const world = new ActsWorld(seeded(3));
    const [tab, other] = [await tabIn(world), await tabIn(world)];
    world.isOffline = true;
    for (const change of [
      { kind: "edit", text: "new" },
      { kind: "move", text: "after" },
      { kind: "delete" },
    ] as const) {
      tab.change(2, change);
    }
    tab.change(1, STAR);
    world.forbidden.add(2);
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect(tab.refused).toEqual(Array(3).fill("/messages/2 No."));
    for (const { messages } of [tab, other]) {
      expect(messages.get(2)).toMatchObject({ subject: "before", content: "<p>as it was</p>" });
    }
    expect(starred(world)).toEqual([1]);
  });

  test("are canceled by reverting them while they wait, and the revert is dropped if the change is refused", async () => {
    const world = new ActsWorld(seeded(3));
    const [tab, other] = [await tabIn(world), await tabIn(world)];
    const move = (from: string, topic: string) =>
      moveAct(tab, 2, { from: { channel: 1, topic: from }, fields: { topic, propagate_mode: "change_one" } });
    const there = () => {
      void tab.acts.act(move("before", "after"));
      expect(tab.messages.get(2)).toMatchObject({ subject: "after" });
    };
    const back = () => {
      const takesBack = { topic: "after", propagate_mode: "change_one" };
      void tab.acts.act({ ...move("after", "before"), takesBack });
    };
    world.isOffline = true;
    there();
    back();
    const before = world.requests;
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect(world.made).toEqual([]);
    expect([world.requests - before, world.rows.size]).toEqual([0, 0]);

    // After another move in between, moving back doesn't cancel the first move, and all three are sent.
    world.isOffline = true;
    there();
    void tab.acts.act(move("after", "last"));
    back();
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect([world.made.length, tab.messages.get(2)?.type]).toEqual([3, "stream"]);
    world.made.splice(0);

    // The first request is lost, so that the server may have made the change.
    world.isOffline = true;
    there();
    await world.clock.pass(1000);
    back();
    world.forbidden.add(2);
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect(tab.refused).toEqual(["/messages/2 No."]);
    expect(world.rows.size).toBe(0);
    for (const { messages } of [tab, other]) expect(messages.get(2)).toMatchObject({ subject: "before" });
  });

  test("of flags are sent in one request while they wait", async () => {
    const world = new ActsWorld(seeded(4), 40);
    const tab = await tabIn(world);
    world.isOffline = true;
    for (let id = 1; id <= 40; id++) tab.change(id, STAR);
    await world.clock.pass(1_000);
    const before = world.requests;
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect([starred(world).length, world.requests - before <= 2]).toEqual([40, true]);
  });

  test("of flags are sent separately before and after a change of a whole narrow", async () => {
    const world = new ActsWorld(seeded(4));
    const tab = await tabIn(world);
    world.isOffline = true;
    const unread = { anchor: 2, op: "remove", flag: "read" };
    void tab.acts.act(flagAct([1, 2], "add", "read"));
    await tab.acts.actNow({
      ...{ method: "post", path: "/messages/flags/narrow", fields: unread },
      shows: [],
      undoes: [],
    });
    void tab.acts.act(flagAct([3], "add", "read"));
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect([1, 2, 3].map((id) => world.messages.get(id)?.flags)).toEqual([["read"], [], ["read"]]);
  });

  test("of a whole narrow are made page by page", async () => {
    const world = new ActsWorld(seeded(4), 5);
    const tab = await tabIn(world);
    world.isOffline = true;
    await tab.acts.actNow({
      ...{ method: "post", path: "/messages/flags/narrow", shows: [], undoes: [] },
      fields: { anchor: 2, include_anchor: true, num_after: 2, op: "add", flag: "starred" },
    });
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect(starred(world)).toEqual([2, 3, 4, 5]);
  });

  test("replace waiting ones of the same kind, so that only the last is sent", async () => {
    const world = new ActsWorld(seeded(5));
    const [tab, other] = [await tabIn(world), await tabIn(world)];
    world.isOffline = true;
    const [star, unstar] = [flagAct([1], "add", "starred"), flagAct([1], "remove", "starred")];
    const follow = (visibility_policy: number) => ({
      ...{ method: "post" as const, path: "/user_topics", fields: { stream_id: 1, topic: "a", visibility_policy } },
      ...{ shows: [], undoes: [] },
    });
    for (const by of [tab, other]) {
      for (const act of [star, unstar, star, follow(3), follow(0), flagAct([2], "add", "read"), unstar]) {
        void by.acts.act(act);
        await world.clock.pass(100);
      }
      for (const on of [true, false, true]) by.change(3, { kind: "react", on });
      for (const text of ["one", "two"]) void by.acts.act(textAct(by, 2, text));
      await world.clock.pass(100);
    }
    const waiting = [...world.rows.values()].map(({ method, path, fields }) => [method, path, fields] as const);
    const ofFlag = ([, , { flag }]: (typeof waiting)[number]) => String(flag);
    const inOrder = waiting.sort((a, b) => (a[1] + ofFlag(a) < b[1] + ofFlag(b) ? -1 : 1));
    expect(inOrder).toEqual([
      ["patch", "/messages/2", { content: "two" }],
      ["post", "/messages/3/reactions", expect.anything()],
      ["post", "/messages/flags", { messages: [2], op: "add", flag: "read" }],
      ["post", "/messages/flags", { messages: [1], op: "remove", flag: "starred" }],
      ["post", "/user_topics", { stream_id: 1, topic: "a", visibility_policy: 0 }],
    ]);
    // The next leader tab sends the same request.
    world.crash(tab);
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect(world.made.map((one) => JSON.parse(one).slice(0, 2).join(" "))).toEqual([
      "post /messages/flags",
      "post /messages/3/reactions",
      "patch /messages/2",
    ]);
    expect(world.messages.get(2)?.content).toBe("<p>two</p>");
    expect([world.rows.size, other.refused]).toEqual([0, ["/user_topics No."]]);
  });

  test("do not replace waiting ones with another emoji on the same message", async () => {
    const world = new ActsWorld(seeded(5));
    const tab = await tabIn(world);
    world.isOffline = true;
    for (const emoji_code of ["1f389", "1f680"]) {
      const fields = { emoji_name: "any", emoji_code, reaction_type: "unicode_emoji" };
      void tab.acts.act({ method: "post", path: "/messages/3/reactions", fields, shows: [], undoes: [] });
    }
    await world.clock.pass(100);
    expect([...world.rows.values()].map(({ fields }) => fields["emoji_code"])).toEqual(["1f389", "1f680"]);
  });

  test("are undone completely if the server refuses the one that replaced them", async () => {
    const world = new ActsWorld(seeded(6));
    const tab = await tabIn(world);
    world.isOffline = true;
    for (const text of ["one", "two"]) void tab.acts.act(textAct(tab, 2, text));
    expect(tab.messages.get(2)?.content).toBe("<p>two</p>");
    world.forbidden.add(2);
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect([tab.messages.get(2)?.content, tab.refused]).toEqual(["<p>as it was</p>", ["/messages/2 No."]]);
  });

  test("are reported as edited elsewhere if the message changed in the meantime", async () => {
    const world = new ActsWorld(seeded(6));
    const tab = await tabIn(world);
    const message = tab.messages.get(2);
    if (message === undefined) throw new Error("no such message");
    void tab.acts.act(editAct(message, { content: "one", before: "<p>changed meanwhile</p>" }));
    await world.clock.pass(60_000);
    expect(tab.refused).toEqual([`/messages/2 ${composeWords().editedElsewhere}`]);
  });

  test("are limited in number and size, and one beyond the limit is reported instead of shown", async () => {
    const world = new ActsWorld(seeded(7), 1_001);
    const tab = await tabIn(world);
    world.isOffline = true;
    for (let id = 1; id <= 1_000; id++) tab.change(id, { kind: "react", on: true });
    expect(tab.refused).toEqual([]);
    expect(await tab.acts.act(flagAct([1_001], "add", "starred"))).toBe(false);
    await expect(tab.acts.actNow(textAct(tab, 1_001, "more"))).rejects.toMatchObject({ status: 507 });
    expect([tab.messages.get(1_001)?.flags, tab.refused]).toEqual([[], [FULL]]);
    await world.clock.pass(60_000);
    expect(world.rows.size).toBe(1_000);
    world.isOffline = false;
    await world.clock.pass(3_600_000);
    expect(world.made.length).toBe(1_000);
    world.isOffline = true;
    const large = "x".repeat(1_500_000);
    for (const id of [1, 2]) void tab.acts.act(textAct(tab, id, large));
    expect(tab.refused).toEqual([FULL, `/messages/2 ${WORDS}`]);
    expect(await tab.acts.actNow(textAct(tab, 3, "small"))).toBeUndefined();
  });

  test("that the server always fails to process are dropped, and do not delay other changes", async () => {
    const world = new ActsWorld(seeded(5));
    const tab = await tabIn(world);
    const serve = world.call.bind(world);
    world.call = async (method, path, fields) => {
      if (path === "/messages/2" && method === "patch") throw failure;
      return serve(method, path, fields);
    };
    tab.change(2, { kind: "edit", text: "new" });
    tab.change(1, STAR);
    await world.clock.pass(600_000);
    expect([tab.refused, starred(world)]).toEqual([["/messages/2 Oops."], [1]]);
    expect(tab.messages.get(2)?.content).toBe("<p>as it was</p>");
  });

  test("made with actNow are sent at once, reject if refused, and wait while there is no network", async () => {
    const world = new ActsWorld(seeded(6));
    const tab = await tabIn(world);
    const edit = (text: string) =>
      tab.acts.actNow({ method: "patch", path: "/messages/1", fields: { content: text }, shows: [], undoes: [] });
    const settledBy = async <Result>(result: Promise<Result>) => {
      await world.clock.pass(1_000);
      return result;
    };
    await settledBy(edit("one"));
    world.forbidden.add(1);
    const refused = edit("two").catch((error: Error) => error.message);
    expect(await settledBy(refused)).toBe("No.");
    world.forbidden.clear();
    world.isOffline = true;
    await settledBy(edit("three"));
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect([world.messages.get(1)?.content, tab.refused]).toEqual(["<p>three</p>", []]);
  });
});

const failure = new Refused(500, { code: "INTERNAL_SERVER_ERROR", msg: "Oops." });

test.for(WALKS)(
  "optimistic changes are all made, once and in order, despite network, tab and clock failures (%i)",
  async (seed) => {
    const random = seeded(seed);
    const some = (most: number) => Math.floor(random() * most);
    const world = new ActsWorld(random);
    await tabIn(world);
    await tabIn(world);
    /** Last intended value for each message, based on what was shown at the time. */
    const wishes = new Map<string, unknown>();
    let edits = 0;
    for (let step = 0; step < 60; step++) {
      const what = random();
      const tab = world.tabs[some(world.tabs.length)];
      if (tab === undefined) break;
      if (what < 0.5) {
        const id = 1 + some(3);
        const kind = (["star", "react", "edit", "move"] as const)[some(4)] ?? "star";
        const one = tab.messages.get(id);
        // Only one tab at a time has the keyboard, so its changes reach the others before the next one.
        await world.clock.pass(5);
        if (one === undefined || tab.isClosed) continue;
        if (kind === "edit" || kind === "move") {
          const text = `${kind} ${++edits}`;
          if (tab.change(id, { kind, text })) wishes.set(`${id} ${kind}`, text);
        } else {
          const on = kind === "star" ? one.flags.length === 0 : one.reactions.length === 0;
          if (tab.change(id, { kind, on })) wishes.set(`${id} ${kind}`, on);
        }
        await world.clock.pass(5);
      } else if (what < 0.6) world.isOffline = !world.isOffline;
      else if (what < 0.68) world.trouble = random() * 0.7;
      else if (what < 0.74) world.elect();
      else if (what < 0.8) {
        world.crash(tab);
        await tabIn(world);
        if (world.tabs.length < 2) await tabIn(world);
      } else if (what < 0.85) world.clock.jump((random() - 0.5) * 20 * 3_600_000);
      else if (what < 0.88) world.isLoggedOut = !world.isLoggedOut;
      else await world.clock.pass(random() * 20_000);
    }
    Object.assign(world, { isOffline: false, isLoggedOut: false, trouble: 0 });
    await world.clock.pass(1_200_000);
    expect(world.rows.size).toBe(0);
    for (const tab of world.tabs) expect(tab.refused).toEqual([]);
    for (const [key, wish] of wishes) {
      const [id, kind] = key.split(" ");
      const one = world.messages.get(Number(id));
      const now = {
        star: one !== undefined && one.flags.length > 0,
        react: one !== undefined && one.reactions.length > 0,
        edit: one?.content.replace(/<\/?p>/g, ""),
        move: one?.type === "stream" && one.subject,
      }[kind as "star" | "react" | "edit" | "move"];
      expect(now, key).toBe(wish);
    }
    // Nothing was made twice or out of order.
    const texts = world.made.flatMap((one) => Object.values(JSON.parse(one)[2] as object)).filter(isNumbered);
    const numbers = texts.map((text) => Number(text.split(" ")[1]));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  },
);

const isNumbered = (text: unknown): text is string => typeof text === "string" && /^(edit|move) \d+$/.test(text);
