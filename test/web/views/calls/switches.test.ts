import { afterEach, expect, test, vi } from "vitest";
import type { CallSession } from "../../../../src/web/client/calls/call-session.ts";
import { OwnPictures } from "../../../../src/web/client/calls/own-pictures.ts";
import type { Client } from "../../../../src/web/client/client.ts";
import { switchCamera } from "../../../../src/web/views/calls/switches.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a camera that opens only after the call has ended is closed without an error", async () => {
  const track = { stop: vi.fn(), addEventListener() {} };
  const stream = { getTracks: () => [track], getVideoTracks: () => [track], getAudioTracks: () => [] };
  const pictures = new OwnPictures({ publish: async () => {}, ask: async () => {}, onRefused() {} });
  const getUserMedia = async () => {
    pictures.close();
    return stream;
  };
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  vi.stubGlobal("localStorage", { getItem: () => null });
  const toast = vi.fn();
  const client = { toast, watch: () => ({ server_calls: null }) } as unknown as Client;
  await switchCamera(client, { pictures } as unknown as CallSession);
  expect(track.stop).toHaveBeenCalled();
  expect(toast).not.toHaveBeenCalled();
});
