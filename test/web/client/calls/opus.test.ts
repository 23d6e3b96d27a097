import { expect, test } from "vitest";
import { askForSounds } from "../../../../src/web/client/calls/opus.ts";

const head = "v=0\r\ns=-\r\n";
const audio = (mid: string, fmtp: string) =>
  `m=audio 9 UDP/TLS/RTP/SAVPF 111 0\r\na=mid:${mid}\r\na=rtpmap:111 opus/48000/2\r\n${fmtp}a=rtpmap:0 PCMU/8000\r\n`;
const video = "m=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:1\r\na=rtpmap:96 VP8/90000\r\n";
const voice = "a=fmtp:111 minptime=10;usedtx=1;useinbandfec=1;maxaveragebitrate=32000\r\n";
const screen = "a=fmtp:111 stereo=1;useinbandfec=1;maxaveragebitrate=128000\r\n";

test("voices are requested with silence suppression and screen sound in high quality, and nothing else changes", () => {
  const kinds = new Map([
    ["0", "mic"],
    ["1", "cam"],
    ["2", "sound"],
  ] as const);
  const kindOf = (mid: string | null) => kinds.get(mid as "0");
  const given = (one: string, two: string) => `${head}${audio("0", one)}${video}${audio("2", two)}${audio("3", "")}`;
  const asked = given(voice, screen);
  expect(askForSounds(given("a=fmtp:111 minptime=10;useinbandfec=1\r\n", ""), kindOf)).toBe(asked);
  expect(askForSounds(asked, kindOf)).toBe(asked);
});
