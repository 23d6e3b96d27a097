import { describe, expect, test } from "vitest";
import { type DraftForm, DraftSharing } from "../../../../src/web/client/sending/draft-sharing.ts";
import { type DraftsBroadcast, LiveDrafts } from "../../../../src/web/client/sending/drafts.ts";
import type { Target } from "../../../../src/web/model/routes/conversation.ts";
import type { Draft } from "../../../../src/web/model/state.ts";
import type { DraftRow } from "../../../../src/web/store/account-database.ts";
import { type Api, type Fields, Refused, Unreachable } from "../../../../src/web/wire/api.ts";
import { sleep } from "../../../../src/web/wire/clock.ts";
import { seeded } from "../../support/random.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const topic = (name: string, channel: number | undefined = 1): Target => ({ kind: "topic", channel, topic: name });

/** A server with drafts, and devices whose events arrive before or after the responses. */
class Server {
  readonly clock = new VirtualClock();
  readonly random: () => number;
  readonly drafts = new Map<number, Draft>();
  readonly devices: Device[] = [];
  trouble = 0;
  isSharing = true;
  refuses = false;
  #next = 1;

  constructor(random: () => number) {
    this.random = random;
  }

  async call(method: string, path: string, fields: Fields): Promise<Record<string, unknown>> {
    await sleep(this.clock, this.random() * 50);
    const isLost = this.random() < this.trouble;
    if (isLost && this.random() < 0.5) throw new Unreachable("never came there");
    const answer = this.#serve(method, path, fields);
    await sleep(this.clock, this.random() * 50);
    if (isLost) throw new Unreachable("the answer was lost");
    return answer;
  }

  put(draft: Draft): void {
    this.drafts.set(draft.id, draft);
    for (const device of this.devices) device.learn((drafts) => drafts.set(draft.id, draft));
  }

  #serve(method: string, path: string, fields: Fields): Record<string, unknown> {
    if (this.refuses) throw new Refused(400, { code: "BAD_REQUEST", msg: "No." });
    if (method === "POST") {
      const [form] = fields["drafts"] as DraftForm[];
      if (form === undefined) throw new Error("no draft");
      const id = this.#next++;
      this.put({ ...form, id });
      return { ids: [id] };
    }
    const id = Number(path.split("/")[2]);
    if (!this.drafts.has(id)) throw new Refused(404, { code: "BAD_REQUEST", msg: "Draft does not exist" });
    if (method === "PATCH") this.put({ ...(fields["draft"] as DraftForm), id });
    else {
      this.drafts.delete(id);
      for (const device of this.devices) device.learn((drafts) => drafts.delete(id));
    }
    return {};
  }
}

/** A browser of the same account, with one tab. */
class Device {
  readonly rows = new Map<string, DraftRow>();
  readonly #server: Server;
  readonly #known = new Map<number, Draft>();
  #ended = new AbortController();
  #lastArrival = 0;
  drafts: LiveDrafts;

  constructor(server: Server) {
    this.#server = server;
    server.devices.push(this);
    this.drafts = this.#open();
  }

  async reload(): Promise<void> {
    this.#ended.abort();
    this.drafts = this.#open();
    await this.drafts.load();
  }

  learn(change: (drafts: Map<number, Draft>) => void): void {
    const { clock, random } = this.#server;
    this.#lastArrival = Math.max(this.#lastArrival, clock.passed() + random() * 150);
    clock.after(this.#lastArrival - clock.passed(), () => {
      change(this.#known);
      this.drafts.follow();
    });
  }

  get texts(): readonly string[] {
    return this.drafts.all.value.map(({ content }) => content).sort();
  }

  #open(): LiveDrafts {
    const server = this.#server;
    const call =
      (method: string) =>
      (path: string, fields: Fields = {}) =>
        server.call(method, path, fields);
    const drafts = new LiveDrafts({
      rows: {
        all: async () => [...this.rows.values()],
        put: async (row) => void this.rows.set(row.id, row),
        remove: async (id) => void this.rows.delete(id),
        change: async (change) => {
          for (const [id, row] of this.rows) this.rows.set(id, change(row));
        },
      },
      api: { get: call("GET"), post: call("POST"), patch: call("PATCH"), delete: call("DELETE") } as Api,
      channel: { post: (_: DraftsBroadcast) => {}, listen: () => () => {} },
      clock: server.clock,
      page: { visible: () => true, online: () => true, on: () => () => {} },
      random: server.random,
      account: () => 9,
      loadSharing: async () => DraftSharing,
      shared: () => (server.isSharing ? [...this.#known.values()] : undefined),
    });
    this.#ended = new AbortController();
    void drafts.lead(this.#ended.signal);
    return drafts;
  }
}

const formOf = (content: string, topic: string, timestamp: number): DraftForm => ({
  ...{ type: "stream", to: [1], topic, content, timestamp },
});

const base = (text: string) => text.replace(/( and on)+$/, "");

describe("drafts", () => {
  test("survive a reload, latest first, separately from edits of messages", async () => {
    const server = new Server(seeded(1));
    const device = new Device(server);
    const id = device.drafts.save(undefined, topic("a"), "one");
    await server.clock.pass(10);
    device.drafts.save(undefined, topic("b", undefined), "two");
    device.drafts.keepEdit(7, "other");
    device.drafts.keepEdit(7, "other words");
    await server.clock.pass(300);
    device.drafts.save(id, topic("a"), "one!");
    device.drafts.rewrite("two", "t$&wo");
    await device.reload();
    expect(device.texts).toEqual(["one!", "t$&wo"]);
    expect(device.drafts.latestFor(topic("A"))).toMatchObject({ id, content: "one!" });
    expect([device.drafts.editOf(7), device.drafts.editOf(8)]).toEqual(["other words", undefined]);
    device.drafts.keepEdit(7, undefined);
    device.drafts.remove(id);
    await device.reload();
    expect([device.texts, device.drafts.editOf(7)]).toEqual([["t$&wo"], undefined]);
  });

  test("are synced to the account's other devices after a pause in writing, and deleted there too", async () => {
    const server = new Server(seeded(2));
    const [one, two] = [new Device(server), new Device(server)];
    const id = one.drafts.save(undefined, topic("a"), "one");
    one.drafts.keepEdit(7, "other words");
    await server.clock.pass(4_000);
    one.drafts.save(id, topic("a"), "one more");
    await server.clock.pass(4_000);
    expect(two.texts).toEqual([]);
    await server.clock.pass(4_000);
    expect([two.texts, server.drafts.size]).toEqual([["one more"], 1]);
    const [there] = two.drafts.all.value;
    two.drafts.save(there?.id, topic("b"), "one more time");
    await server.clock.pass(10_000);
    expect(one.drafts.all.value).toMatchObject([{ id, content: "one more time", target: { topic: "b" } }]);
    two.drafts.remove(there?.id ?? "");
    await server.clock.pass(10_000);
    expect([one.texts, two.texts, server.drafts.size, two.rows.size]).toEqual([[], [], 0, 0]);
  });

  test("that were changed on two devices keep the latest change", async () => {
    const server = new Server(seeded(3));
    const device = new Device(server);
    const id = device.drafts.save(undefined, topic("a"), "one");
    await server.clock.pass(10_000);
    const seconds = Math.floor(server.clock.now() / 1000);
    device.drafts.save(id, topic("a"), "one here");
    server.put({ ...formOf("one there", "a", seconds - 100), id: 1 });
    await server.clock.pass(10_000);
    expect([device.texts, server.drafts.get(1)?.content]).toEqual([["one here"], "one here"]);
    device.drafts.save(id, topic("a"), "two here");
    server.put({ ...formOf("two there", "a", seconds + 100), id: 1 });
    await server.clock.pass(10_000);
    expect([device.texts, server.drafts.get(1)?.content]).toEqual([["two there"], "two there"]);
  });

  test("that are deleted while being sent to the server do not come back", async () => {
    for (let seed = 0; seed < 30; seed++) {
      const server = new Server(seeded(seed + 10));
      const device = new Device(server);
      const id = device.drafts.save(undefined, topic("a"), "one");
      await server.clock.pass(5_000 + seed * 4);
      device.drafts.remove(id);
      await server.clock.pass(20_000);
      expect([device.texts, server.drafts.size]).toEqual([[], 0]);
    }
  });

  test("follow a topic that is moved completely, in every tab, on the server and after a reload", async () => {
    const server = new Server(seeded(5));
    const [one, two] = [new Device(server), new Device(server)];
    const id = one.drafts.save(undefined, topic("Crane"), "to the crane");
    one.drafts.save(undefined, topic("other"), "elsewhere");
    one.drafts.save(undefined, topic(""), "nowhere yet");
    await server.clock.pass(10_000);
    const move = { from: { channel: 1, topic: "crane" }, to: { channel: 2, topic: "✔ crane" } };
    for (const { drafts } of [one, two]) drafts.followTopic(move);
    for (const { drafts } of [one, two]) expect(drafts.latestFor(topic("✔ crane", 2))?.content).toBe("to the crane");
    await server.clock.pass(20_000);
    await one.reload();
    expect(one.drafts.get(id)?.target).toEqual(topic("✔ crane", 2));
    expect(one.drafts.latestFor(topic("other"))?.content).toBe("elsewhere");
    expect(one.drafts.latestFor(topic(""))?.content).toBe("nowhere yet");
    expect([...server.drafts.values()].find(({ content }) => content === "to the crane")).toMatchObject({
      to: [2],
      topic: "✔ crane",
    });
    expect([one.texts.length, two.texts.length, server.drafts.size]).toEqual([3, 3, 3]);
  });

  test("stay on this device if the account does not sync them, or the server refuses them", async () => {
    const server = new Server(seeded(4));
    const device = new Device(server);
    device.drafts.save(undefined, topic("a"), "one");
    await server.clock.pass(10_000);
    server.isSharing = false;
    server.drafts.clear();
    device.drafts.follow();
    expect(device.texts).toEqual(["one"]);
    server.isSharing = true;
    server.refuses = true;
    device.drafts.save(undefined, topic("b"), "two");
    await server.clock.pass(3_600_000);
    expect([device.texts, server.drafts.size]).toEqual([["one", "two"], 0]);
  });

  test.for(Array.from({ length: 20 }, (_, seed) => seed))(
    "end up the same on all devices, without losses (%i)",
    async (seed) => {
      const random = seeded(seed + 500);
      const server = new Server(random);
      const devices = [new Device(server), new Device(server)] as const;
      server.trouble = 0.3;
      const given = new Set<string>();
      const written = new Set<string>();
      for (let step = 0; step < 60; step++) {
        const device = devices[random() < 0.5 ? 0 : 1];
        const { all } = device.drafts;
        const draft = all.value[Math.floor(random() * all.value.length)];
        const what = random();
        const content = `text ${step}`;
        if (what < 0.3) {
          device.drafts.save(undefined, topic(`topic ${step % 4}`), content);
          written.add(content);
        } else if (what < 0.5 && draft !== undefined) {
          device.drafts.save(draft.id, draft.target, `${draft.content} and on`);
          written.delete(draft.content);
          written.add(`${draft.content} and on`);
        } else if (what < 0.6 && draft !== undefined) {
          device.drafts.remove(draft.id);
          given.add(base(draft.content));
        } else if (what < 0.65) await device.reload();
        await server.clock.pass(random() * 12_000);
      }
      server.trouble = 0;
      await server.clock.pass(300_000);
      const there = [...server.drafts.values()].map(({ content }) => content).sort();
      expect(devices.map(({ texts }) => texts)).toEqual([there, there]);
      const kept = new Set(there.map(base));
      for (const text of written) if (!given.has(base(text))) expect(kept).toContain(base(text));
    },
  );
});
