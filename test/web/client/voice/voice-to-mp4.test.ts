import { expect, test } from "vitest";
import { voiceToMp4 } from "../../../../src/web/client/voice/voice-to-mp4.ts";
import { readMp4 } from "../../../support/mp4-sound.ts";

const OPEN = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const element = (id: readonly number[], content: readonly number[]) => [
  ...id,
  ...[0x40 | (content.length >> 8), content.length & 0xff],
  ...content,
];
const ascii = (text: string) => [...new TextEncoder().encode(text)];
const PRE_SKIP = 312;
const HEAD = [...ascii("OpusHead"), 1, 1, PRE_SKIP & 0xff, PRE_SKIP >> 8, 0x80, 0xbb, 0, 0, 0, 0, 0];

interface Made {
  readonly codec?: string;
  readonly times?: readonly number[];
  readonly lacing?: number;
  readonly grouped?: boolean;
}

/** Numbered packets of 20 ms, in clusters of a second, as a browser records them. */
function webm({ codec = "A_OPUS", times = seconds(2.5), lacing = 0, grouped = false }: Made = {}): Uint8Array {
  const track = [...element([0x86], ascii(codec)), ...element([0x63, 0xa2], HEAD)];
  const clusters = times.map((time, index) => {
    const [cluster, within] = [Math.floor(time / 1000) * 1000, time % 1000];
    const block = [0x81, within >> 8, within & 0xff, 0x80 | lacing, 0xf8, index >> 8, index & 0xff];
    const begins = index === 0 || Math.floor((times[index - 1] ?? 0) / 1000) * 1000 !== cluster;
    const begin = [0x1f, 0x43, 0xb6, 0x75, ...OPEN, ...element([0xe7], [cluster >> 8, cluster & 0xff])];
    return [
      ...(begins ? begin : []),
      ...(grouped ? [0xa0, ...OPEN, ...element([0xa1], block)] : element([0xa3], block)),
    ];
  });
  return new Uint8Array([
    ...element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], ascii("webm"))),
    ...[0x18, 0x53, 0x80, 0x67, ...OPEN],
    ...element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], [0x0f, 0x42, 0x40])),
    ...element([0x16, 0x54, 0xae, 0x6b], element([0xae], track)),
    ...clusters.flat(),
  ]);
}

const seconds = (count: number) => Array.from({ length: count * 50 }, (_, index) => index * 20);

test("voiceToMp4 keeps a recording's packets in order, and its length", () => {
  for (const grouped of [false, true]) {
    const { formats, packets, seconds: length } = readMp4(voiceToMp4(webm({ grouped })));
    expect(formats).toEqual(["Opus"]);
    expect(packets.map((packet) => [...packet])).toEqual(
      seconds(2.5).map((_, index) => [0xf8, index >> 8, index & 0xff]),
    );
    expect(length).toBeCloseTo(2.5 - PRE_SKIP / 48_000, 6);
  }
});

test("voiceToMp4 restores silence that the browser omitted, but ignores small clock differences", () => {
  const [before, after] = [seconds(1), seconds(1).map((time) => time + 3000)];
  expect(readMp4(voiceToMp4(webm({ times: [...before, ...after] }))).seconds).toBeCloseTo(4 - PRE_SKIP / 48_000, 6);
  const uneven = seconds(2).map((time, index) => time + (index % 3));
  expect(readMp4(voiceToMp4(webm({ times: uneven }))).seconds).toBeCloseTo(2 - PRE_SKIP / 48_000, 6);
});

test("voiceToMp4 keeps all complete packets of a truncated recording", () => {
  const whole = webm();
  for (const cut of [1, 5, 9, 10, 11]) {
    const { packets } = readMp4(voiceToMp4(whole.subarray(0, whole.length - cut)));
    expect(packets.length, String(cut)).toBe(cut <= 10 ? 124 : 123);
  }
});

test("voiceToMp4 reads the length of a packet from its first byte", () => {
  for (const [first, second, ms] of [
    [0x00, 0, 10],
    [0x18, 0, 60],
    [0x68, 0, 20],
    [0xe1, 0, 5],
    [0xfa, 0, 40],
    [0xfb, 3, 60],
  ] as const) {
    const file = webm({ times: [0, ms] });
    const at = file.length - 3;
    for (const start of [at, at - 10]) file.set([first, second], start);
    expect(readMp4(voiceToMp4(file)).seconds, String(first)).toBeCloseTo((2 * ms) / 1000 - PRE_SKIP / 48_000, 4);
  }
});

test("voiceToMp4 rejects anything but a recording with one Opus track", () => {
  for (const file of [webm({ codec: "A_VORBIS" }), webm({ lacing: 2 }), webm({ times: [] }), new Uint8Array(9)])
    expect(() => voiceToMp4(file)).toThrow();
});
