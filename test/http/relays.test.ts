import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { limits } from "../../src/protocol/limit-table.ts";
import { everyone } from "../../src/realm/events/event.ts";
import { askForStream, type EventStream, streamOf } from "../support/event-stream.ts";
import { freshly } from "../support/freshly.ts";
import { acknowledgedIn, advanceClock, changeRealm, evict, executeSql, withConfig } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import type { Json, Person } from "../support/person.ts";
import { until } from "../support/until.ts";
import { groupRenamed, happen, namesIn, watch } from "./group-events.ts";

/** Puts all streams of the organization on relays, two streams each. */
const RELAYED = { relaysFrom: 0, relayStreams: 2 };

const nameOf = ({ host }: Person) => host.replace(/\.?localhost$/, "") || ".";
const realmStub = (owner: Person) => env.REALM.get(env.REALM.idFromName(nameOf(owner)));
const relayStub = (owner: Person, relay = 1) => env.RELAY.get(env.RELAY.idFromName(`${nameOf(owner)}/${relay}`));
/** Names of the relays that have a link. */
const linksOf = (owner: Person): Promise<string[]> =>
  runInDurableObject(realmStub(owner), (_, state) =>
    state
      .getWebSockets("relay")
      .filter(({ readyState }) => readyState === WebSocket.OPEN)
      .map((socket) => (socket.deserializeAttachment() as { relay: string }).relay),
  );
const socketsAt = (owner: Person, relay = 1): Promise<number> =>
  runInDurableObject(relayStub(owner, relay), (_, state) => state.getWebSockets().length);

/** Runs `work` with an organization whose streams are all on relays. */
async function relayed(work: (cast: { owner: Person; omar: Person; guest: Person }) => Promise<void>): Promise<void> {
  const { iris: owner, omar, more } = await realm();
  const guest = await more({ role: 600 });
  await withConfig(owner, RELAYED, () => work({ owner, omar, guest }));
}

/** Acknowledges an event, and waits until the realm knows. */
async function acknowledge(owner: Person, stream: EventStream, event: number): Promise<void> {
  const before = (await acknowledgedIn(owner)) ?? 0;
  stream.acknowledge(event);
  await until(async () => expect(await acknowledgedIn(owner)).toBeGreaterThan(before));
}

describe("a stream on a relay", () => {
  test("delivers past and new events, numbered per queue, in the format of a poll response", () =>
    relayed(async ({ owner }) => {
      await happen(owner);
      const queue = await watch(owner);
      const first = await happen(owner);
      const stream = await streamOf(queue);
      const frame = await stream.frame();
      expect(frame).toMatchObject({ result: "success", msg: "", queue_id: queue.id });
      expect([namesIn(frame.events), frame.events.map(({ id }: Json) => id)]).toEqual([[first], [0]]);
      const second = await happen(owner);
      const next = await stream.frame();
      expect(next).toMatchObject({ result: "success", msg: "", queue_id: queue.id });
      expect([namesIn(next.events), next.events.map(({ id }: Json) => id)]).toEqual([[second], [1]]);
      expect(await socketsAt(owner)).toBe(1);
    }));

  test("gets all events of one change in one frame, in its client's format, whatever the number of relays", () =>
    relayed(async ({ owner, omar }) => {
      const queues = await Promise.all([
        watch(owner),
        watch(omar),
        watch(omar, { apply_markdown: true }),
        watch(owner),
      ]);
      const streams: EventStream[] = [];
      for (const queue of queues) streams.push(await streamOf(queue));
      expect([await socketsAt(owner, 1), await socketsAt(owner, 2)]).toEqual([2, 2]);
      await changeRealm(owner, (realm) => {
        for (const name of ["a", "b", "c"]) realm.emit(groupRenamed(name), everyone);
      });
      for (const [index, stream] of streams.entries()) {
        const { events, queue_id } = await stream.frame();
        expect(queue_id).toBe(queues[index]?.id);
        expect(events.map(({ data }: Json) => data.name)).toEqual(["a", "b", "c"]);
        expect(events.map(({ id }: Json) => id)).toEqual([0, 1, 2]);
        expect(stream.unread).toBe(0);
      }
    }));

  test("gets its own account's events, but no other account's", () =>
    relayed(async ({ owner, omar }) => {
      const types = { event_types: ["alert_words"], fetch_event_types: [] };
      const mine = await streamOf(await owner.queue(types));
      const others = await streamOf(await omar.queue(types));
      await owner.ok(owner.post("/users/me/alert_words", { alert_words: JSON.stringify(["mine"]) }));
      await omar.ok(omar.post("/users/me/alert_words", { alert_words: JSON.stringify(["his"]) }));
      expect((await mine.events()).map(({ alert_words }) => alert_words)).toEqual([["mine"]]);
      expect((await others.events()).map(({ alert_words }) => alert_words)).toEqual([["his"]]);
      expect([mine.unread, others.unread]).toEqual([0, 0]);
    }));

  test("reports acknowledgments to the realm within about a second, and resends unacknowledged events on reconnect", () =>
    relayed(async ({ owner }) => {
      const queue = await watch(owner);
      const first = await streamOf(queue);
      const names = [await happen(owner), await happen(owner)];
      const sent = [...(await first.events()), ...(await first.events())];
      expect(namesIn(sent)).toEqual(names);
      await acknowledge(owner, first, 0);
      const second = await streamOf(queue, 0);
      expect(await first.closed).toMatchObject({ code: 4409 });
      expect(namesIn(await second.events())).toEqual(names.slice(1));
      const { status, body } = await askForStream(owner, { queue_id: queue.id, last_event_id: -1 });
      expect([status, body.msg]).toEqual([400, "An event newer than -1 has already been pruned!"]);
    }));

  test("pauses while too many events are unacknowledged, and resumes once the client acknowledges", () =>
    relayed(async ({ owner }) => {
      const { events: most } = limits.answer;
      const stream = await streamOf(await watch(owner));
      const received: number[] = [];
      const [each, rounds] = [most / 4, 12];
      for (let round = 0; round < rounds; round++) {
        await changeRealm(owner, (realm) => {
          for (let count = 0; count < each; count++) realm.emit(groupRenamed(), everyone);
        });
      }
      while (received.length < most) received.push(...(await stream.events()).map(({ id }) => id));
      // Checked after every half of that limit.
      expect(received.length).toBeLessThanOrEqual(1.5 * most + each);
      const before = received.length;
      while (received.length < rounds * each) {
        stream.acknowledge(received.at(-1));
        received.push(...(await stream.events()).map(({ id }) => id));
      }
      expect(before).toBeLessThan(rounds * each);
      expect(received).toEqual(Array.from({ length: rounds * each }, (_, id) => id));
    }));

  test("closes when a client acknowledges an event it was not sent", () =>
    relayed(async ({ owner }) => {
      const stream = await streamOf(await watch(owner));
      await happen(owner);
      await stream.events();
      stream.acknowledge(5);
      expect(await stream.closed).toMatchObject({ code: 4400 });
    }));

  test("answers its client's ping, and keeps its queue alive until one lifespan after it closes", () =>
    relayed(async ({ owner }) => {
      const queue = await watch(owner, { queue_lifespan_secs: 60 });
      const stream = await streamOf(queue);
      await happen(owner);
      await stream.events();
      stream.socket.send("ping");
      expect(await stream.text()).toBe("pong");
      await advanceClock(owner, 3_600_000);
      const name = await happen(owner);
      expect(namesIn(await stream.events())).toEqual([name]);
      stream.socket.close(1000);
      await stream.closed;
      await until(async () => expect(await linksOf(owner)).toHaveLength(0));
      await advanceClock(owner, 50_000);
      const again = await streamOf(queue, 0);
      again.socket.close(1000);
      await again.closed;
      await until(async () => expect(await linksOf(owner)).toHaveLength(0));
      await advanceClock(owner, 70_000);
      const { status } = await askForStream(owner, { queue_id: queue.id, last_event_id: 0 });
      expect(status).toBe(400);
    }));
});

describe("a relay closes a stream at once", () => {
  /** The close code of a stream after `end`. No clock that a later close could wait for is advanced. */
  async function closes(stream: EventStream, end: () => Promise<unknown>): Promise<number> {
    await end();
    return (await stream.closed).code;
  }

  test("when its queue is deleted, after a frame announcing it", () =>
    relayed(async ({ owner }) => {
      const queue = await watch(owner);
      const stream = await streamOf(queue);
      await happen(owner);
      await stream.events();
      const end = () => owner.ok(owner.delete("/events", { queue_id: queue.id }));
      expect(await closes(stream, end)).toBe(4400);
      expect(await stream.frame()).toMatchObject({ result: "error", code: "BAD_EVENT_QUEUE_ID", queue_id: queue.id });
    }));

  test("when its API key is revoked or its account deactivated", () =>
    relayed(async ({ owner, omar, guest }) => {
      const [his, hers] = [await streamOf(await watch(omar)), await streamOf(await watch(guest))];
      await happen(owner);
      await Promise.all([his.events(), hers.events()]);
      const renew = () => omar.ok(omar.post("/users/me/api_key/regenerate"));
      expect(await closes(his, renew)).toBe(4401);
      const deactivate = () => owner.ok(owner.delete(`/users/${guest.id}`));
      expect(await closes(hers, deactivate)).toBe(4401);
    }));

  test("when all logins of a role are revoked, or its API key exceeds a new maximum age", () =>
    relayed(async ({ owner, omar, guest }) => {
      const [his, hers] = [await streamOf(await watch(omar)), await streamOf(await watch(guest))];
      await happen(owner);
      await Promise.all([his.events(), hers.events()]);
      const logOut = () => owner.ok(freshly(owner).delete("/realm/logins", { role: 600, api_keys: true }));
      expect(await closes(hers, logOut)).toBe(4401);
      await executeSql(owner, "UPDATE api_keys SET created_at = created_at - 86400 WHERE user_id = ?", omar.id);
      await evict(owner);
      await happen(owner);
      await his.events();
      const limit = () => owner.ok(owner.patch("/realm", { key_max_days: 1 }));
      expect(await closes(his, limit)).toBe(4401);
    }));
});

describe("recovering relayed streams", () => {
  test("after an eviction, the realm learns of streams from their relays, and sends missed events once", () =>
    relayed(async ({ owner }) => {
      const stream = await streamOf(await watch(owner));
      const before = await happen(owner);
      expect(namesIn(await stream.events())).toEqual([before]);
      await evict(owner);
      const after = await happen(owner);
      expect(namesIn(await stream.events())).toEqual([after]);
      expect(stream.unread).toBe(0);
    }));

  test("a queue with a stream on a relay doesn't expire before the realm learns of the stream", () =>
    relayed(async ({ owner }) => {
      const stream = await streamOf(await watch(owner, { queue_lifespan_secs: 60 }));
      await happen(owner);
      await stream.events();
      await advanceClock(owner, 3_600_000);
      await evict(owner);
      await advanceClock(owner, 3_600_000);
      const name = await happen(owner);
      expect(namesIn(await stream.events())).toEqual([name]);
    }));

  test("after a link is lost, the relay reconnects, and its streams get missed events", () =>
    relayed(async ({ owner }) => {
      const stream = await streamOf(await watch(owner));
      const names = [await happen(owner)];
      const got = namesIn(await stream.events());
      await cutLinks(owner);
      names.push(await happen(owner));
      while (got.length < names.length) got.push(...namesIn(await stream.events()));
      expect(got).toEqual(names);
    }));

  test("after a relay is lost, its streams are closed, and clients resume from their last event", () =>
    relayed(async ({ owner }) => {
      const queue = await watch(owner);
      const stream = await streamOf(queue);
      const first = await happen(owner);
      expect(namesIn(await stream.events())).toEqual([first]);
      await loseRelay(owner);
      await stream.closed;
      const second = await happen(owner);
      const again = await streamOf(queue, 0);
      expect(namesIn(await again.events())).toEqual([second]);
    }));

  test("a used or invalid ticket opens no stream", () =>
    relayed(async ({ owner }) => {
      const subdomain = owner.host.replace(/\.?localhost$/, "");
      const opening = JSON.stringify({ subdomain, relay: "1", ticket: "x" });
      const headers = { Upgrade: "websocket", "x-parley-relay": opening };
      const { webSocket } = await relayStub(owner).fetch("https://relay/open", { headers });
      if (webSocket === null) throw new Error("no socket");
      const closed = new Promise<CloseEvent>((resolve) => {
        webSocket.addEventListener("close", resolve);
      });
      webSocket.accept();
      expect(await closed).toMatchObject({ code: 4408 });
    }));
});

/** Cuts the links of all relays, like a network failure. */
const cutLinks = (owner: Person): Promise<void> =>
  runInDurableObject(realmStub(owner), (object, state) => {
    for (const socket of state.getWebSockets("relay")) {
      socket.close(1011);
      (object as unknown as { webSocketClose(socket: WebSocket): void }).webSocketClose(socket);
    }
  });

/** Ends a relay with all of its sockets, like a deploy does. */
async function loseRelay(owner: Person): Promise<void> {
  await runInDurableObject(relayStub(owner), (_, state) => state.abort("lost")).catch(() => {});
}
