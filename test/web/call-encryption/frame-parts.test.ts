import { expect, test } from "vitest";
import { splitFrame } from "../../../src/web/call-encryption/frame-parts.ts";

const frame = Uint8Array.from({ length: 20 }, (_, at) => at);

test("splitFrame leaves one Opus byte and the VP8 header readable", () => {
  const deltaFrame = Uint8Array.from(frame, (byte) => byte | 1);
  expect(splitFrame("mic", frame)).toMatchObject({ clear: frame.slice(0, 1), rest: frame.slice(1) });
  expect(splitFrame("sound", frame).clear).toHaveLength(1);
  expect(splitFrame("cam", frame)).toMatchObject({ clear: frame.slice(0, 10), rest: frame.slice(10) });
  expect(splitFrame("screen", deltaFrame)).toMatchObject({ clear: deltaFrame.slice(0, 3), rest: deltaFrame.slice(3) });
});

test("splitFrame authenticates the kind and the readable part", () => {
  const metadata = (["mic", "cam", "screen", "sound"] as const).map((kind) => [...splitFrame(kind, frame).metadata]);
  expect(new Set(metadata.map(([kind]) => kind)).size).toBe(4);
  expect(metadata[0]).toEqual([0, 0]);
  expect(metadata[1]?.slice(1)).toEqual([...frame.slice(0, 10)]);
});

test("splitFrame leaves a frame shorter than its header completely readable", () => {
  expect(splitFrame("cam", new Uint8Array(2))).toMatchObject({ clear: new Uint8Array(2), rest: new Uint8Array() });
});
