import { describe, expect, test } from "vitest";
import {
  deactivateOrganization,
  endAllQueues,
} from "../../src/features/organization/organization-settings/deactivation.ts";
import { limits } from "../../src/protocol/limit-table.ts";
import { everyone } from "../../src/realm/events/event.ts";
import { browserOf } from "../support/browser.ts";
import { askForStream, askFromPage, type EventStream, streamOf } from "../support/event-stream.ts";
import {
  acknowledgedIn,
  advanceClock,
  changeRealm,
  evict,
  inRealm,
  keptByStreams,
  letStreamsAge,
  loseStreams,
} from "../support/object.ts";
import { organization, realm } from "../support/organization.ts";
import { type Json, Person } from "../support/person.ts";
import { until } from "../support/until.ts";
import { groupRenamed, happen, namesIn, watch } from "./group-events.ts";

const { events: most, event_characters } = limits.answer;

const loggedIn = ({ host, email }: Person) => browserOf(host, email);
const ended = (queue: { id: string }) => ({ result: "error", code: "BAD_EVENT_QUEUE_ID", queue_id: queue.id });

describe("a stream", () => {
  test("delivers past events, then new ones while it is open, in the format of a poll response", async () => {
    const { owner } = await organization();
    const queue = await watch(owner);
    expect(queue.state.event_stream).toBe(true);
    const first = await happen(owner);
    const stream = await streamOf(queue);
    const frame = await stream.frame();
    expect(frame).toMatchObject({ result: "success", msg: "", queue_id: queue.id });
    expect([namesIn(frame.events), frame.events.map(({ id }: Json) => id)]).toEqual([[first], [0]]);
    const second = await happen(owner);
    expect(namesIn(await stream.events())).toEqual([second]);
    expect(stream.unread).toBe(0);
  });

  test("resends unacknowledged events on the next connection, but no acknowledged ones", async () => {
    const { owner } = await organization();
    const queue = await watch(owner);
    const names = [await happen(owner), await happen(owner)];
    const first = await streamOf(queue);
    const sent = await first.events();
    expect(namesIn(sent)).toEqual(names);
    first.acknowledge(sent[0].id);
    await first.settled();
    const second = await streamOf(queue, sent[0].id);
    const rest = await second.events();
    expect(namesIn(rest)).toEqual(names.slice(1));
    second.acknowledge(rest[0].id);
    second.acknowledge(sent[0].id);
    await second.settled();
    const { status, body } = await askForStream(owner, { queue_id: queue.id, last_event_id: sent[0].id });
    expect([status, body.msg]).toEqual([400, `An event newer than ${sent[0].id} has already been pruned!`]);
  });

  test("continues after the object is evicted, without sending any event twice", async () => {
    const { owner } = await organization();
    const queue = await watch(owner);
    const stream = await streamOf(queue);
    const [opened] = await keptByStreams(owner);
    const before = await happen(owner);
    const [event] = await stream.events();
    expect(event.group.name).toBe(before);
    stream.acknowledge(event.id);
    await stream.settled();
    await until(async () => {
      const [kept] = await keptByStreams(owner);
      if (kept?.acknowledged === opened?.acknowledged)
        throw new Error("the socket has not kept yet what was acknowledged");
    });
    await evict(owner);
    const after = await happen(owner);
    expect(namesIn(await stream.events())).toEqual([after]);
    expect(stream.unread).toBe(0);
  });

  test("survives many evictions of the object, with client, queue and socket in agreement after each", {
    tags: "nightly",
  }, async () => {
    const { owner } = await organization();
    const stream = await streamOf(await watch(owner));
    const each = Math.ceil(most / 3);
    for (let sleeps = 1; sleeps <= 4; sleeps++) {
      await changeRealm(owner, (realm) => {
        for (let count = 0; count < each; count++) realm.emit(groupRenamed(), everyone);
      });
      const sent = await stream.events();
      expect(sent, `sleep ${sleeps}`).toHaveLength(each);
      const last = sent.at(-1)?.id ?? 0;
      stream.acknowledge(last);
      const acknowledged = await until(async () => {
        const taken = await acknowledgedIn(owner);
        expect(taken).toBeGreaterThanOrEqual(last);
        expect(await keptByStreams(owner)).toMatchObject([{ acknowledged: taken }]);
        return taken;
      });
      await evict(owner);
      expect([await acknowledgedIn(owner), await keptByStreams(owner)]).toMatchObject([
        acknowledged,
        [{ acknowledged, sent: acknowledged }],
      ]);
    }
    expect(stream.unread).toBe(0);
  });

  test("still delivers events after its client repeats an acknowledgment, even if no event is stored", async () => {
    const { owner } = await organization();
    const queue = await watch(owner);
    const stream = await streamOf(queue);
    await happen(owner);
    const [event] = await stream.events();
    stream.acknowledge(event.id);
    await stream.settled();
    await inRealm(owner, ({ queues }) => queues.sweep());
    await evict(owner);
    for (let times = 1; times <= 2; times++) {
      stream.acknowledge(event.id);
      await stream.settled();
    }
    const name = await happen(owner);
    expect(namesIn(await stream.events())).toEqual([name]);
  });

  test("answers its client's ping with a pong", async () => {
    const { owner } = await organization();
    const stream = await streamOf(await watch(owner));
    stream.socket.send("ping");
    expect(await stream.text()).toBe("pong");
  });

  test("gets no heartbeats, and keeps its queue alive until one lifespan after it closes", async () => {
    const { owner } = await organization();
    const queue = await watch(owner, { queue_lifespan_secs: 60 });
    const stream = await streamOf(queue);
    await advanceClock(owner, 3_600_000);
    const name = await happen(owner);
    expect(namesIn(await stream.events())).toEqual([name]);
    await advanceClock(owner, 3_600_000);
    stream.socket.close(1000);
    await stream.closed;
    await advanceClock(owner, 50_000);
    const again = await streamOf(queue, 0);
    again.socket.close(1000);
    await again.closed;
    await advanceClock(owner, 70_000);
    const { status, body } = await askForStream(owner, { queue_id: queue.id, last_event_id: 0 });
    expect([status, body]).toMatchObject([400, ended(queue)]);
  });

  test("keeps its queue for another lifespan if its socket is lost with the object's memory", async () => {
    const { owner } = await organization();
    const queue = await watch(owner, { queue_lifespan_secs: 60 });
    await streamOf(queue);
    await advanceClock(owner, 3_600_000);
    await loseStreams(owner);
    await advanceClock(owner, 50_000);
    const stream = await streamOf(queue);
    expect(stream.unread).toBe(0);
    await loseStreams(owner);
    await advanceClock(owner, 61_000);
    const { body } = await askForStream(owner, { queue_id: queue.id, last_event_id: -1 });
    expect(body).toMatchObject(ended(queue));
  });

  test("is closed once its client has been silent too long; its queue expires a lifespan after the last message", async () => {
    const { owner } = await organization();
    const queue = await watch(owner, { queue_lifespan_secs: 60 });
    const stream = await streamOf(queue);
    await letStreamsAge(owner, 3_600_000);
    await advanceClock(owner, 61_000);
    expect((await stream.closed).code).toBe(4408);
    await until(async () => {
      const { body } = await askForStream(owner, { queue_id: queue.id, last_event_id: -1 });
      expect(body).toMatchObject(ended(queue));
    });
  });
});

describe("each queue serves only its latest reader:", () => {
  test("a stream takes over from a stream", async () => {
    const { owner } = await organization();
    const queue = await watch(owner);
    const first = await streamOf(queue);
    const second = await streamOf(queue);
    expect((await first.closed).code).toBe(4409);
    const name = await happen(owner);
    expect(namesIn(await second.events())).toEqual([name]);
  });

  test("a poll takes over from a stream, and a stream from a poll", async () => {
    const { owner } = await organization();
    const queue = await watch(owner);
    const first = await streamOf(queue);
    const poll = queue.poll();
    expect((await first.closed).code).toBe(4409);
    const second = await streamOf(queue);
    expect(await poll).toEqual([]);
    const name = await happen(owner);
    expect(namesIn(await second.events())).toEqual([name]);
  });

  test("a poll of one queue and a stream of another are both served", async () => {
    const { owner } = await organization();
    const [polled, streamed] = [await watch(owner), await watch(owner)];
    const [poll, stream] = [polled.poll(), await streamOf(streamed)];
    const name = await happen(owner);
    expect([namesIn(await poll), namesIn(await stream.events())]).toEqual([[name], [name]]);
  });

  test("a deleted queue notifies its stream, and closes it", async () => {
    const { owner } = await organization();
    const queue = await watch(owner);
    const stream = await streamOf(queue);
    await owner.ok(owner.delete("/events", { queue_id: queue.id }));
    expect(await stream.frame()).toMatchObject(ended(queue));
    expect((await stream.closed).code).toBe(4400);
  });
});

describe("a stream's client", () => {
  test("is sent a limited number of events ahead, and more as it acknowledges", async () => {
    const { owner } = await organization();
    const queue = await watch(owner, { event_types: ["user_group"] });
    const stream = await streamOf(queue);
    await changeRealm(owner, (realm) => {
      for (let count = 0; count < most + 50; count++) realm.emit(groupRenamed(), everyone);
    });
    const sent = await stream.events();
    expect(sent).toHaveLength(most);
    await stream.settled();
    expect(stream.unread).toBe(0);
    stream.acknowledge(sent[9].id);
    expect(await stream.events()).toHaveLength(10);
    stream.acknowledge(sent.at(-1).id);
    expect(await stream.events()).toHaveLength(40);
  });

  test("is sent a limited number of characters ahead", async () => {
    const { owner } = await organization();
    const queue = await watch(owner);
    const stream = await streamOf(queue);
    const size = Math.ceil(event_characters / 3);
    await changeRealm(owner, (realm) => {
      for (let count = 0; count < 3; count++) realm.emit(groupRenamed("x".repeat(size)), everyone);
    });
    const sent = await stream.events();
    expect(sent).toHaveLength(2);
    await stream.settled();
    expect(stream.unread).toBe(0);
    stream.acknowledge(sent[0].id);
    expect(await stream.events()).toHaveLength(1);
  });

  test("is sent a single event that exceeds the character limit", async () => {
    const { owner } = await organization();
    const stream = await streamOf(await watch(owner));
    const large = "x".repeat(event_characters);
    await changeRealm(owner, (realm) => {
      for (let count = 0; count < 2; count++) realm.emit(groupRenamed(large), everyone);
    });
    const [event] = await stream.events();
    await stream.settled();
    expect(stream.unread).toBe(0);
    stream.acknowledge(event.id);
    expect(await stream.events()).toHaveLength(1);
  });

  test.each([
    ["invalid JSON", "{"],
    ["JSON of another shape", '{"last_event":1}'],
    ["more than an event ID", '{"last_event_id":-1,"more":1}'],
    ["text instead of an event ID", '{"last_event_id":"-1"}'],
    ["a fractional event ID", '{"last_event_id":0.5}'],
    ["an event that it was not sent", '{"last_event_id":0}'],
    ["a long frame", `{"last_event_id":-1${" ".repeat(limits.stream.frame_characters)}}`],
    ["binary data", new TextEncoder().encode('{"last_event_id":-1}')],
  ])("[security 15.5] is disconnected when it sends %s", async (_, frame) => {
    const { owner } = await organization();
    const stream = await streamOf(await watch(owner));
    stream.acknowledge(-1);
    await stream.settled();
    stream.socket.send(frame);
    expect((await stream.closed).code).toBe(4400);
  });

  test("[security 15.5] can send a limited number of frames in ten seconds", async () => {
    const { owner } = await organization();
    const stream = await streamOf(await watch(owner));
    for (let count = 0; count < limits.stream.frames; count++) stream.acknowledge(-1);
    await stream.settled();
    expect(stream.socket.readyState).toBe(WebSocket.OPEN);
    stream.acknowledge(-1);
    expect((await stream.closed).code).toBe(4400);
  });
});

describe("a request for a stream", () => {
  test("is refused for the same reasons as a poll", async () => {
    const { iris, omar } = await realm();
    const queue = await watch(iris);
    const ask = { queue_id: queue.id, last_event_id: -1 };
    const stranger = new Person(iris.host, "", "");
    expect((await askForStream(stranger, ask)).status).toBe(401);
    expect((await askForStream(new Person(iris.host, iris.email, "x".repeat(32)), ask)).status).toBe(401);
    expect((await askForStream(omar, ask)).body).toMatchObject(ended(queue));
    expect((await askForStream(iris, { ...ask, queue_id: "none" })).body).toMatchObject(ended({ id: "none" }));
    expect((await askForStream(iris, { last_event_id: -1 })).body).toMatchObject({ var_name: "queue_id" });
    expect((await askForStream(iris, { queue_id: queue.id })).body).toMatchObject({ var_name: "last_event_id" });
    expect((await askForStream(iris, { ...ask, last_event_id: 7 })).body.msg).toBe("Event 7 was not in this queue");
    const plain = await iris.get("/events/stream", ask);
    expect([plain.status, plain.headers.get("upgrade")]).toEqual([426, "websocket"]);
  });

  test("is accepted with a session cookie if it comes from the server's own page", async () => {
    const { owner } = await organization();
    const browser = await loggedIn(owner);
    const { queue_id } = (await browser.ask("POST", "/register", { event_types: ["user_group"] })).body;
    const ask = { queue_id, last_event_id: -1 };
    const origin = `http://${owner.host}`;
    expect((await askFromPage(browser, ask, { Origin: "https://elsewhere.example" })).body.code).toBe("CSRF_FAILED");
    expect((await askFromPage(browser, ask, { Origin: "null" })).body.code).toBe("CSRF_FAILED");
    expect((await askFromPage(browser, ask, {})).status).toBe(403);
    const { stream } = await askFromPage(browser, ask, { Origin: origin });
    const name = await happen(owner);
    expect(namesIn((await stream?.events()) ?? [])).toEqual([name]);
  });
});

describe("a stream is closed by the change", () => {
  test("[security 4.6] that revokes its user's key", async () => {
    const { owner } = await organization();
    const stream = await streamOf(await watch(owner));
    await owner.ok(owner.post("/users/me/api_key/regenerate"));
    expect((await stream.closed).code).toBe(4401);
  });

  test("[security 4.6] that ends its session, while another session's stream stays open", async () => {
    const { owner } = await organization();
    const [first, second] = [await loggedIn(owner), await loggedIn(owner)];
    const streams: (EventStream | null)[] = [];
    for (const browser of [first, second]) {
      const { queue_id } = (await browser.ask("POST", "/register", { event_types: ["user_group"] })).body;
      const headers = { Origin: `http://${owner.host}` };
      streams.push((await askFromPage(browser, { queue_id, last_event_id: -1 }, headers)).stream);
    }
    await first.ask("POST", "/logout");
    expect((await streams[0]?.closed)?.code).toBe(4401);
    const name = await happen(owner);
    expect(namesIn((await streams[1]?.events()) ?? [])).toEqual([name]);
    await (await loggedIn(owner)).ask("DELETE", "/users/me/sessions");
    expect((await streams[1]?.closed)?.code).toBe(4401);
  });

  test("that deactivates its account", async () => {
    const { iris, omar } = await realm();
    const stream = await streamOf(await watch(omar));
    await iris.ok(iris.delete(`/users/${omar.id}`));
    expect((await stream.closed).code).toBe(4401);
  });

  test("that deactivates the organization, after delivering that event", async () => {
    const { owner } = await organization();
    const stream = await streamOf(await owner.queue({ event_types: ["realm"], fetch_event_types: [] }));
    // All queues end before streams get to send events.
    await inRealm(owner, (realm) => {
      realm.change(() => deactivateOrganization(realm));
      realm.change(() => endAllQueues(realm));
    });
    expect(await stream.events()).toMatchObject([{ type: "realm", op: "deactivated" }]);
    expect((await stream.closed).code).toBe(4401);
  });
});
