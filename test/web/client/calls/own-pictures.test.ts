import { expect, test } from "vitest";
import { RoomError } from "../../../../src/web/client/calls/frames.ts";
import { OwnPictures } from "../../../../src/web/client/calls/own-pictures.ts";

const streamOf = (track: object) => {
  const tracks = () => [track];
  return { getTracks: tracks, getVideoTracks: tracks, getAudioTracks: () => [] } as unknown as MediaStream;
};

test("the second of two cameras turned on at once replaces the first, which is released", async () => {
  const stopped: string[] = [];
  const named = (name: string) => streamOf({ stop: () => void stopped.push(name), addEventListener() {} });
  const pictures = new OwnPictures({ publish: async () => {}, ask: async () => {}, onRefused: () => {} });
  const [first, second] = [named("first"), named("second")];
  await Promise.all([pictures.show("cam", first), pictures.show("cam", second)]);
  expect([pictures.camera.value === second, stopped]).toEqual([true, ["first"]]);
  pictures.close();
  expect(stopped).toEqual(["first", "second"]);
});

test("a video without a slot in the room is not sent, and its device is released", async () => {
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
    await expect(pictures.show(kind, streamOf(track))).rejects.toMatchObject({ code });
    expect([isStopped, sent, pictures.camera.value, pictures.screen.value]).toEqual([true, [], undefined, undefined]);
  }
});

test("a video hidden while the room is unreachable is reported after reconnecting, unless it is shown again", async () => {
  let isReachable = true;
  const asked: object[] = [];
  const pictures = new OwnPictures({
    publish: async () => {},
    ask: async (switches) => {
      if (!isReachable) throw new RoomError("LOST");
      asked.push(switches);
    },
    onRefused: () => {},
  });
  const video = () => streamOf({ stop() {}, addEventListener() {} });
  for (const kind of ["cam", "screen"] as const) await pictures.show(kind, video());
  isReachable = false;
  for (const kind of ["cam", "screen"] as const) await pictures.hide(kind);
  await pictures.show("screen", video());
  isReachable = true;
  asked.length = 0;
  for (let time = 0; time < 2; time++) await pictures.tellAgain();
  expect(asked).toEqual([{ cam: false }, { screen: true }, { screen: true }]);
});
