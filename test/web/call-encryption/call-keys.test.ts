import { expect, test } from "vitest";
import { CallKeys, type KeyedMember } from "../../../src/web/call-encryption/call-keys.ts";
import { makeKeys, type OwnKeys } from "../../../src/web/call-encryption/sealing.ts";
import { readKeyNumber } from "../../../src/web/call-encryption/sender-key.ts";
import { type Bytes, readHeader, utf8 } from "../../../src/web/call-encryption/sframe.ts";

const CALL = "123456789012345";

/** A call that relays everything sealed at once, with a manually advanced clock. */
class Room {
  readonly members = new Map<number, { keys: CallKeys; own: OwnKeys; number: string }>();
  readonly sealed: { from: number; to: number; blob: string }[] = [];
  #timers: { at: number; run: () => void }[] = [];
  #now = 0;
  #sent: (() => Promise<void>)[] = [];
  isDelivering = true;

  get list(): KeyedMember[] {
    return [...this.members].map(([id, { own }]) => [id, own.publicKey]);
  }

  async join(id: number): Promise<CallKeys> {
    const own = await makeKeys();
    const keys = new CallKeys({
      ...{ call: CALL, own },
      after: (ms, run) => void this.#timers.push({ at: this.#now + ms, run }),
      send: (to, blob) => {
        this.sealed.push({ from: id, to, blob });
        if (this.isDelivering) this.#sent.push(async () => this.members.get(to)?.keys.take(id, blob));
      },
      onNumber: (number) => {
        const member = this.members.get(id);
        if (member) member.number = number;
      },
    });
    this.members.set(id, { keys, own, number: "" });
    await this.tell();
    return keys;
  }

  async leave(id: number): Promise<void> {
    this.members.delete(id);
    await this.tell();
  }

  /** Sends everyone the member list, and waits for the sealed messages that follow. */
  async tell(): Promise<void> {
    for (const [id, { keys }] of this.members) await keys.follow(id, this.list);
    await this.settle();
  }

  async settle(): Promise<void> {
    for (const deliver of this.#sent.splice(0)) await deliver();
  }

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { run } of due) run();
    // Waits for what the timers started, because work is done in turn.
    for (const { keys } of this.members.values()) await keys.repeat(0);
    await this.settle();
  }
}

const voice = utf8("\x78 what an encoder has made of a voice");
const sent = async (keys: CallKeys): Promise<Bytes> => (await keys.encrypt("mic", voice)) ?? new Uint8Array();
const keyOf = (frame: Bytes) => readKeyNumber(readHeader(frame.slice(1))?.kid ?? -1);

test("all members hear each other, and see the same safety number, which changes with the members", async () => {
  const room = new Room();
  for (const id of [1, 2, 3]) await room.join(id);
  const numbers = () => [...room.members.values()].map(({ number }) => number);
  expect(new Set(numbers()).size).toBe(1);
  const [before] = numbers();
  for (const [from, { keys }] of room.members) {
    const frame = await sent(keys);
    expect(frame[0]).toBe(voice[0]);
    expect(new TextDecoder().decode(frame)).not.toContain("voice");
    for (const [id, other] of room.members)
      if (id !== from) expect(await other.keys.decrypt(from, "mic", frame)).toEqual(voice);
  }
  await room.leave(3);
  expect(new Set(numbers()).size).toBe(1);
  expect(numbers()[0]).not.toBe(before);
});

test("[security 28.18] a frame is accepted only once, unmodified, as its own kind of media, and from its sender", async () => {
  const room = new Room();
  const [ann, ben, cleo] = [await room.join(1), await room.join(2), await room.join(3)];
  const frame = await sent(ann);
  expect(await ben.decrypt(1, "sound", frame)).toBeUndefined();
  expect(await ben.decrypt(3, "mic", frame)).toBeUndefined();
  const changed = frame.slice();
  changed[0] = (changed[0] ?? 0) ^ 1;
  expect(await ben.decrypt(1, "mic", changed)).toBeUndefined();
  for (const other of [new Uint8Array(), new Uint8Array(1), voice, frame.slice(0, -1)])
    expect(await ben.decrypt(1, "mic", other)).toBeUndefined();
  expect(await ben.decrypt(1, "mic", frame)).toEqual(voice);
  expect(await ben.decrypt(1, "mic", frame)).toBeUndefined();
  expect(await cleo.decrypt(1, "mic", frame)).toEqual(voice);
});

test("no frame counter is repeated, for any kind of media or key", async () => {
  const room = new Room();
  const ann = await room.join(1);
  const frames = [await sent(ann), await ann.encrypt("cam", voice), await sent(ann)];
  await room.join(2);
  frames.push(await sent(ann));
  await room.leave(2);
  await room.pass(2_000);
  await room.pass(500);
  frames.push(await sent(ann));
  const counters = frames.map((frame, at) => readHeader((frame ?? voice).slice(at === 1 ? 10 : 1))?.counter);
  expect(counters).toEqual([0, 1, 2, 3, 4]);
});

test("frames can arrive out of order, but not too late", async () => {
  const room = new Room();
  const [ann, ben] = [await room.join(1), await room.join(2)];
  const [first, second] = [await sent(ann), await sent(ann)];
  expect(await ben.decrypt(1, "mic", second)).toEqual(voice);
  for (let frame = 0; frame < 1024; frame++) await sent(ann);
  const late = await sent(ann);
  expect(await ben.decrypt(1, "mic", late)).toEqual(voice);
  expect(await ben.decrypt(1, "mic", first)).toBeUndefined();
});

test("[security 28.17] a newcomer cannot read earlier frames, and current members derive the new key themselves", async () => {
  const room = new Room();
  const [ann, ben] = [await room.join(1), await room.join(2)];
  const [before, late] = [await sent(ann), await sent(ann)];
  expect(await ben.decrypt(1, "mic", before)).toEqual(voice);
  room.sealed.length = 0;
  const cleo = await room.join(3);
  expect(room.sealed.filter(({ from }) => from !== 3).map(({ to }) => to)).toEqual([3, 3]);
  const after = await sent(ann);
  expect(keyOf(after)).toEqual({ ...keyOf(before), step: keyOf(before).step + 1 });
  expect(await cleo.decrypt(1, "mic", before)).toBeUndefined();
  expect(await cleo.decrypt(1, "mic", after)).toEqual(voice);
  expect(await ben.decrypt(1, "mic", after)).toEqual(voice);
  // Earlier frames may arrive later.
  expect(await ben.decrypt(1, "mic", late)).toEqual(voice);
});

test("former members cannot read frames sent 3 seconds later, and several leaving together cause only one new key", async () => {
  const room = new Room();
  const [ann, ben, cleo] = [await room.join(1), await room.join(2), await room.join(3)];
  await room.join(4);
  const [before, late] = [await sent(ann), await sent(ann)];
  await room.leave(3);
  await room.pass(1_000);
  await room.leave(4);
  await room.pass(1_000);
  // The new key is on its way, and the former one still in use.
  expect(keyOf(await sent(ann))).toEqual(keyOf(before));
  await room.pass(500);
  const after = await sent(ann);
  expect(keyOf(after)).toEqual({ member: 1, generation: keyOf(before).generation + 1, step: 0 });
  expect(await ben.decrypt(1, "mic", after)).toEqual(voice);
  expect(await cleo.decrypt(1, "mic", after)).toBeUndefined();
  // Frames with the former key are accepted only for a while, because former members could forge them.
  expect(await ben.decrypt(1, "mic", before)).toEqual(voice);
  await room.pass(2_000);
  expect(await ben.decrypt(1, "mic", late)).toBeUndefined();
});

test("an earlier key that is repeated, or sent by another member, changes nothing", async () => {
  const room = new Room();
  const [ann, ben] = [await room.join(1), await room.join(2)];
  const first = room.sealed.find(({ from, to }) => from === 1 && to === 2);
  await room.join(3);
  await room.leave(3);
  await room.pass(2_000);
  await room.pass(500);
  await ben.take(1, first?.blob ?? "");
  await ben.take(3, first?.blob ?? "");
  await ben.take(1, "none");
  expect(await ben.decrypt(1, "mic", await sent(ann))).toEqual(voice);
});

test("a member who missed a key while the room was unreachable gets it again", async () => {
  const room = new Room();
  const [ann, ben] = [await room.join(1), await room.join(2)];
  await room.join(3);
  room.isDelivering = false;
  await room.leave(3);
  await room.pass(2_000);
  await room.pass(500);
  room.isDelivering = true;
  expect(await ben.decrypt(1, "mic", await sent(ann))).toBeUndefined();
  await ann.repeat(2);
  await room.settle();
  expect(await ben.decrypt(1, "mic", await sent(ann))).toEqual(voice);
});

test("a device that rejoins as another member uses a new key", async () => {
  const room = new Room();
  const [ann, ben] = [await room.join(1), await room.join(2)];
  const before = await sent(ann);
  const member = room.members.get(1);
  if (member === undefined) throw new Error("Ann is in");
  room.members.delete(1);
  room.members.set(7, member);
  await room.tell();
  const blob = room.sealed.filter(({ to }) => to === 2).at(-1)?.blob ?? "";
  await ben.take(7, blob);
  const after = await sent(ann);
  expect(keyOf(after)).toEqual({ member: 7, generation: 0, step: 0 });
  expect(await ben.decrypt(1, "mic", before)).toBeUndefined();
});

test("CallKeys encrypts no frames without a key, and no empty frames", async () => {
  const own = await makeKeys();
  const keys = new CallKeys({ call: CALL, own, after: () => {}, send: () => {}, onNumber: () => {} });
  expect(await keys.encrypt("mic", voice)).toBeUndefined();
  await keys.follow(1, [[1, own.publicKey]]);
  expect(await keys.encrypt("mic", new Uint8Array())).toBeUndefined();
  expect(await keys.encrypt("mic", voice)).toBeDefined();
});

test("a member with an invalid key gets no keys, but the other members do", async () => {
  const room = new Room();
  await room.join(1);
  const [ann] = [...room.members.values()];
  await ann?.keys.follow(1, [...room.list, [2, "AAAA"], [3, (await makeKeys()).publicKey]]);
  expect(room.sealed.map(({ to }) => to)).toEqual([3]);
});
