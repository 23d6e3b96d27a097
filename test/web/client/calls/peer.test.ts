import { describe, expect, test } from "vitest";
import type { Signal } from "../../../../src/web/client/calls/frames.ts";
import { Peer, type PeerConnection } from "../../../../src/web/client/calls/peer.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { FakeConnection } from "./fake-connection.ts";

function end(isPolite: boolean, isDeaf = false) {
  const connection = new FakeConnection();
  const clock = new VirtualClock();
  const said: Signal[] = [];
  const peer = new Peer({
    connection: connection as unknown as PeerConnection,
    isPolite,
    isDeaf,
    clock,
    tracks: new Map(),
    signal: (signal) => said.push(signal),
    onTrack: () => {},
  });
  return { connection, clock, said, peer };
}

const offer: Signal = { d: { type: "offer", sdp: "" } };
const candidate: Signal = { c: { candidate: "candidate:1" } };

describe("a connection to a peer", () => {
  test("processes messages from the other end in order", async () => {
    const { connection, peer } = end(true);
    const held = Promise.withResolvers<void>();
    connection.hold = held.promise;
    const both = [peer.take(offer), peer.take(candidate)];
    await Promise.resolve();
    expect(connection.done).toEqual([]);
    held.resolve();
    await Promise.all(both);
    expect(connection.done).toEqual(["remote offer", "local answer", "candidate"]);
  });

  test("resolves simultaneous offers: the polite end accepts the other end's offer, and the impolite end ignores it", async () => {
    for (const isPolite of [true, false]) {
      const { connection, peer, said } = end(isPolite);
      connection.onnegotiationneeded?.();
      await peer.take(offer);
      await peer.take(candidate);
      const taken = isPolite ? ["remote offer", "local answer", "candidate"] : [];
      expect(connection.done).toEqual(["local offer", ...taken]);
      expect(said.map(({ d }) => d?.type)).toEqual(isPolite ? ["offer", "answer"] : ["offer"]);
    }
  });

  test("is restarted by the polite end every five seconds until an interruption ends", async () => {
    const [polite, other] = [end(true), end(false)];
    for (const { connection } of [polite, other]) {
      connection.become("connected");
      connection.become("disconnected");
    }
    await polite.clock.pass(11_000);
    await other.clock.pass(11_000);
    expect([polite.connection.restarts, other.connection.restarts]).toEqual([2, 0]);
    polite.connection.become("connected");
    await polite.clock.pass(60_000);
    expect(polite.connection.restarts).toBe(2);
  });

  test("repeats an offer that gets no answer", async () => {
    const { connection, clock, said } = end(false);
    connection.onnegotiationneeded?.();
    await clock.pass(6_000);
    expect(said.map(({ d }) => d?.type)).toEqual(["offer", "offer"]);
    expect(connection.restarts).toBe(1);
  });

  test("still accepts descriptions after one that failed", async () => {
    const { connection, peer } = end(true);
    connection.hold = Promise.reject(new Error("not now"));
    await peer.take(offer);
    connection.hold = Promise.resolve();
    await peer.take(offer);
    expect(connection.done).toEqual(["remote offer", "local answer"]);
  });

  test("receives no sound on a device that plays none, whichever end sends the offer, but still sends sound", async () => {
    for (const isDeaf of [true, false]) {
      const sounds = isDeaf ? "sendonly" : "sendrecv";
      const [polite, other] = [end(true, isDeaf), end(false, isDeaf)];
      await polite.peer.take(offer);
      for (const { connection } of [polite, other])
        expect(connection.lines.map(({ direction }) => direction)).toEqual([sounds, "sendrecv", "sendrecv", sounds]);
    }
  });
});
