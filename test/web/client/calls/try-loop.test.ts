import { expect, test } from "vitest";
import { tryLoop } from "../../../../src/web/client/calls/try-loop.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const SERVERS = [{ urls: "turn:turn.example" }];

/** Two ends that connect once each knows a candidate of the other, if their servers work. */
function loop({ works = true } = {}) {
  const clock = new VirtualClock();
  const ends: End[] = [];
  class End {
    connectionState = "new";
    localDescription: object | null = null;
    onicecandidate: ((event: object) => void) | undefined;
    onconnectionstatechange: (() => void) | undefined;
    isClosed = false;
    constructor(readonly configuration: RTCConfiguration) {
      ends.push(this);
    }
    createDataChannel() {}
    async setLocalDescription() {
      this.localDescription = { type: "offer", sdp: "" };
      for (const candidate of [works ? {} : null, null]) clock.after(10, () => this.onicecandidate?.({ candidate }));
    }
    async setRemoteDescription() {}
    async addIceCandidate() {
      this.connectionState = "connected";
      this.onconnectionstatechange?.();
    }
    close() {
      this.isClosed = true;
    }
  }
  const connect = (configuration: RTCConfiguration) => new End(configuration) as unknown as RTCPeerConnection;
  return { clock, ends, tried: tryLoop(SERVERS, true, { clock, connect }) };
}

test("two ends on this page connect only through a relay, and are closed afterwards", async () => {
  const { clock, ends, tried } = loop();
  await clock.pass(20);
  expect(await tried).toBe(true);
  expect(ends.map(({ configuration }) => configuration.iceTransportPolicy)).toEqual(["relay", "relay"]);
  expect(ends.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});

test("a relay that does not connect is abandoned after ten seconds", async () => {
  const { clock, ends, tried } = loop({ works: false });
  await clock.pass(11_000);
  expect(await tried).toBe(false);
  expect(ends.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});
