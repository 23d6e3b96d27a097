import { expect, test } from "vitest";
import { enter, type InCall, inRoom, join, membersOf, passInRoom, startCall } from "../support/calls.ts";
import { randomFrom } from "../support/changed-at-random.ts";
import { makeChannel } from "../support/channels.ts";
import { ANSWER, OFFER, withSfu } from "../support/fake-sfu.ts";
import { realm } from "../support/organization.ts";
import type { Json, Person } from "../support/person.ts";
import { until } from "../support/until.ts";

/** A call in a channel with `count` members, none of whom has joined. */
async function ofMany(count: number): Promise<{ readonly people: Person[]; readonly call_id: string }> {
  const { iris, omar, mona, noah, mia, gus, more } = await realm();
  const people = [iris, omar, mona, noah, mia, gus];
  while (people.length < count) people.push(await more());
  const to = await makeChannel(iris, "hall", people);
  const { call_id } = await startCall(noah, { type: "channel", to, topic: "tea" });
  return { people, call_id };
}

const byNumber = (some: Iterable<number>) => [...some].sort((a, b) => a - b);

test("each of 32 members gets one state frame and one join for each later member, and a 33rd is refused", () =>
  withSfu(async () => {
    const { people, call_id } = await ofMany(33);
    const [last] = people.splice(32) as [Person];
    const calls: InCall[] = [];
    for (const [index, person] of people.entries()) {
      const call = await enter(person, call_id);
      call.say({ type: "hello", v: 1, device: "d1", can: ["sfu"] });
      const state = await call.until(() => true);
      expect(state).toMatchObject({ type: "state", mode: "sfu", limit: 32 });
      expect(state.members.map(({ user_id }: Json) => user_id)).toEqual(people.slice(0, index + 1).map(({ id }) => id));
      calls.push(call);
    }
    for (const [index, call] of calls.entries()) {
      const later = (await call.settled()).map(({ type, member }) => [type, member.user_id]);
      expect(later).toEqual(people.slice(index + 1).map(({ id }) => ["join", id]));
    }
    const refused = await enter(last, call_id);
    refused.say({ type: "hello", v: 1, device: "d1", can: ["sfu"] });
    expect((await refused.closed).code).toBe(4413);
    expect(await membersOf(last, call_id)).toBe(32);
  }));

/** A member who randomly joins, leaves, disconnects and publishes a voice. */
class Wanderer {
  call: InCall | undefined;
  #me = 0;
  #resume: string | undefined;

  constructor(
    readonly person: Person,
    private readonly call_id: string,
    private readonly random: (below: number) => number,
  ) {}

  /** The member's number in the call. */
  get me(): number {
    return this.#me;
  }

  async come(): Promise<void> {
    if (this.call !== undefined) return;
    const { call, state } = await join(this.person, this.call_id, { resume: this.#resume });
    this.#me = state.me;
    this.#resume = state.resume;
    this.call = call;
    await call.ask({ type: "publish", sdp: OFFER, tracks: [{ mid: "0", kind: "mic" }], fresh: true });
    const others = byNumber(call.members).filter((id) => id !== state.me);
    if (others.length === 0) return;
    const tracks = [{ member: others[this.random(others.length)], kind: "mic" }];
    const { sdp } = await call.ask({ type: "pull", tracks, fresh: true });
    if (sdp !== undefined) await call.ask({ type: "answer", sdp: ANSWER });
  }

  /** Leaves, properly or by closing the socket, even during a request to the media server. */
  go(): void {
    const call = this.call;
    this.call = undefined;
    if (call === undefined) return;
    const how = this.random(3);
    if (how === 0) call.say({ type: "publish", n: 7, sdp: OFFER, tracks: [{ mid: "0", kind: "mic" }], fresh: true });
    if (how < 2) call.say({ type: "leave" });
    else call.socket.close();
  }

  async wander(): Promise<void> {
    for (let step = 0; step < 8; step += 1) {
      if (this.random(2) === 0) await this.come();
      else this.go();
    }
  }
}

test.each([1, 2])(
  "the remaining members agree on the state after 20 join and leave at random, and five are cut off (%i)",
  (seed) =>
    withSfu(async (sfu) => {
      const { people, call_id } = await ofMany(20);
      const [noah] = people.slice(3) as [Person];
      const wanderers = people.map((person, at) => new Wanderer(person, call_id, randomFrom(seed * 100 + at)));
      await Promise.all(wanderers.map((one) => one.wander()));
      // In the end the first twelve have joined. Five of them are lost: three by a closed socket, and two by silence.
      await Promise.all(wanderers.slice(0, 12).map((one) => one.come()));
      const cut = wanderers.slice(0, 5);
      for (const { call } of cut.slice(0, 3)) call?.socket.close();
      const left = wanderers.slice(5).filter(({ call }) => call !== undefined);
      const calls = left.flatMap(({ call }) => call ?? []);
      for (const call of calls) {
        call.socket.send("ping");
        await call.of("pong");
      }
      await passInRoom(noah, call_id, 16_000);
      for (const { me } of cut) calls[0]?.say({ type: "lost", member: me });
      await calls[0]?.settled();
      await passInRoom(noah, call_id, 31_000);

      const numbers = byNumber(left.map(({ me }) => me));
      for (const call of calls) {
        await call.settled();
        expect(byNumber(call.members)).toEqual(numbers);
      }
      expect(await membersOf(noah, call_id)).toBe(left.length);
      await passInRoom(noah, call_id, 1000);
      await until(async () => {
        const { call } = await noah.ok(noah.get(`/calls/${call_id}`));
        expect(call.member_ids).toEqual(byNumber(left.map(({ person }) => person.id)));
      });
      // Only current members have sessions at the media server.
      const sessions = await inRoom(noah, call_id, ({ sql }) =>
        sql
          .exec("SELECT session FROM sessions WHERE session IS NOT NULL")
          .toArray()
          .map(({ session }) => String(session)),
      );
      const busy = () => [...sfu.sessions.keys()].filter((session) => sfu.active(session).length > 0);
      await until(() => expect(busy().filter((one) => !sessions.includes(one))).toEqual([]));
      expect(busy().length).toBeGreaterThan(left.length);
    }),
);
