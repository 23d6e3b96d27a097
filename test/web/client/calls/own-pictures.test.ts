import { expect, test } from "vitest";
import { RoomError } from "../../../../src/web/client/calls/frames.ts";
import { OwnPictures } from "../../../../src/web/client/calls/own-pictures.ts";

test("a picture that the room has no place for is not sent, and its device is given back", async () => {
  for (const [kind, code] of [
    ["cam", "CAMERAS"],
    ["screen", "SCREENS"],
  ] as const) {
    const sent: unknown[] = [];
    let isStopped = false;
    const stop = () => {
      isStopped = true;
    };
    const track = { stop, addEventListener() {} };
    const pictures = new OwnPictures({
      publish: async (...one) => void sent.push(one),
      ask: () => Promise.reject(new RoomError(code)),
      onRefused: () => {},
    });
    const tracks = () => [track];
    const stream = { getTracks: tracks, getVideoTracks: tracks, getAudioTracks: () => [] } as unknown as MediaStream;
    await expect(pictures.show(kind, stream)).rejects.toMatchObject({ code });
    expect([isStopped, sent, pictures.camera.value, pictures.screen.value]).toEqual([true, [], undefined, undefined]);
  }
});
