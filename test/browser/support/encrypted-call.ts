import type { Page } from "playwright-core";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { CallKeys } from "../../../src/web/call-encryption/call-keys.ts";
import { makeKeys, type OwnKeys } from "../../../src/web/call-encryption/sealing.ts";
import { readKeyNumber } from "../../../src/web/call-encryption/sender-key.ts";
import { readHeader } from "../../../src/web/call-encryption/sframe.ts";
import type { Json, Person } from "../../process/support/person.ts";
import type { SfuStandIn } from "../../process/support/sfu/stand-in.ts";
import { heardBy, join, others, toolbar } from "./in-call.ts";

/** A member of an encrypted call who sends and receives no media, but has the keys of the others. */
class KeyHolder {
  number = "";
  readonly #socket: WebSocket;
  readonly #keys: CallKeys;
  #me = 0;
  #members: Json[] = [];

  static async join(person: Person, call: string): Promise<KeyHolder> {
    const own = await makeKeys();
    const { ticket } = await person.ok(person.post(`/calls/${call}/ticket`));
    const address = `${person.url.replace(/^http/, "ws")}/api/v1/calls/${call}/room/by_ticket?ticket=${ticket}`;
    return new KeyHolder(new WebSocket(address, { headers: { Host: person.host } }), call, own);
  }

  private constructor(socket: WebSocket, call: string, own: OwnKeys) {
    this.#socket = socket;
    const say = (frame: Json) => socket.send(JSON.stringify(frame));
    this.#keys = new CallKeys({
      ...{ call, own },
      after: (ms, run) => void setTimeout(run, ms),
      send: (to, blob) => say({ type: "key", to, blob }),
      onNumber: (number) => {
        this.number = number;
      },
    });
    socket.on("open", () => say({ type: "hello", v: 1, device: "node", can: ["sfu", "e2ee"], key: own.publicKey }));
    socket.on("message", (data) => this.#take(JSON.parse(String(data))));
  }

  #take(frame: Json): void {
    if (frame.type === "key") void this.#keys.take(frame.from, frame.blob);
    if (frame.type === "state") [this.#me, this.#members] = [frame.me, frame.members];
    if (frame.type === "join") this.#members.push(frame.member);
    if (frame.type === "gone") this.#members = this.#members.filter(({ id }) => id !== frame.id);
    const members = this.#members.map(({ id, key }): [number, string] => [id, key]);
    if (["state", "join", "gone"].includes(frame.type)) void this.#keys.follow(this.#me, members);
  }

  /** Returns the decrypted voice frames, without those that none of its keys can decrypt. */
  async opened(frames: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array[]> {
    const all = await Promise.all(
      frames.map((frame) => {
        const { member } = readKeyNumber(readHeader(frame.slice(1))?.kid ?? 0);
        return this.#keys.decrypt(member, "mic", frame);
      }),
    );
    return all.flatMap((one) => one ?? []);
  }

  leave(): void {
    this.#socket.send(JSON.stringify({ type: "leave" }));
  }
}

/** Returns the next frames of each voice, as received by the media server. */
async function voicesAt(sfu: SfuStandIn, count: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const recordings = sfu.tracks.map((track) => track.record());
  await expect.poll(() => Math.min(...recordings.map(({ length }) => length))).toBeGreaterThanOrEqual(count);
  return recordings.flatMap((recording) => recording.slice(0, count).map((frame) => new Uint8Array(frame)));
}

/** The chi-squared statistic of the byte frequencies: about 255 for random bytes. */
function unevenness(frames: readonly Uint8Array[]): number {
  const counts = new Array(256).fill(0);
  for (const frame of frames) for (const byte of frame) counts[byte] += 1;
  const expected = frames.reduce((sum, { length }) => sum + length, 0) / 256;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** Checks that members hear each other, and that neither the media server nor a former member can hear them. */
export async function talkUnheard(pages: readonly Page[], sfu: SfuStandIn, call: () => Promise<Json>, fourth: Person) {
  const hearAll = async () => {
    for (const [index, page] of pages.entries()) await heardBy(page).toEqual(others(pages.length, index));
  };
  for (const page of pages) await join(page);
  await hearAll();
  const { call_id, encrypted } = await call();
  expect(encrypted).toBe(true);

  const holder = await KeyHolder.join(fourth, call_id);
  await expect.poll(() => holder.number).toMatch(/^\d{5}( \d{5}){5}$/);
  for (const page of pages) {
    await page.getByRole("img", { name: "Encrypted beyond the media server" }).waitFor();
    await toolbar(page).getByRole("button", { name: "People in the call: 4" }).click();
    await expect.poll(() => page.locator(".call-safety-number").textContent()).toBe(holder.number);
    await page.keyboard.press("Escape");
  }

  // Without a key, the media server sees only one byte of Opus, followed by bytes that look random.
  const all = async () => {
    const frames = await voicesAt(sfu, 20);
    return frames.length - (await holder.opened(frames)).length;
  };
  await expect.poll(all).toBe(0);
  const frames = await voicesAt(sfu, 100);
  expect(unevenness(frames.map((frame) => frame.subarray(1 + (readHeader(frame.slice(1))?.length ?? 0))))).toBeLessThan(
    400,
  );
  const voices = await holder.opened(frames);
  expect(voices).toHaveLength(frames.length);
  expect(unevenness(voices)).toBeGreaterThan(400);

  holder.leave();
  const leftAt = Date.now();
  for (const page of pages) await toolbar(page).getByRole("button", { name: "People in the call: 3" }).waitFor();
  await expect.poll(() => Date.now() - leftAt).toBeGreaterThan(3_000);
  expect(await holder.opened(await voicesAt(sfu, 20))).toEqual([]);
  await hearAll();
}
