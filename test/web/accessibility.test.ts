import { expect, test } from "vitest";
import { findFiles, readTexts } from "../support/read-texts.ts";

const client = readTexts(import.meta.dirname, "../../src/web/**/*.{ts,tsx}");
const pages = readTexts(
  import.meta.dirname,
  "../../src/html-pages/*.ts",
  "../../src/web/index.html",
  "../../src/cli/build-web-client/*.ts",
);
const pictures = findFiles(import.meta.dirname, "../../src/web/**/*.{png,jpg,webp,gif,svg}");

/** The client's files that match a pattern. */
const having = (pattern: RegExp, files = client): string[] =>
  Object.entries(files)
    .filter(([, text]) => pattern.test(text))
    .map(([path]) => path.replace("../../src/web/", ""));

test("[accessibility 1.3.3] no text refers to things by shape, color or position", () => {
  const english = Object.fromEntries(
    Object.entries(client).filter(([path]) =>
      /\/words\/(?:settings\/(?:own\/|organization\/)?)?[\w-]+\.ts$/.test(path),
    ),
  );
  expect(Object.keys(english).length).toBeGreaterThan(30);
  const places =
    /\b(?:on|to|at) the (?:left|right|top|bottom)\b|\b(?:red|green|blue|round|square) (?:button|icon|dot)\b/i;
  expect(having(places, english)).toEqual([]);
});

test("[accessibility 1.3.4, 2.5.4] the client works in any device orientation, and uses no motion sensors", () => {
  expect(having(/screen\.orientation|devicemotion|deviceorientation/)).toEqual([]);
  expect(having(/\borientation:/, pages)).toEqual([]);
});

test("[accessibility 1.4.4] pages can be zoomed by gesture and by the browser", () => {
  const declared = Object.values(pages).filter((text) => text.includes('name="viewport"'));
  expect(declared.length).toBeGreaterThan(1);
  expect(declared.filter((text) => /user-scalable|maximum-scale|minimum-scale/.test(text))).toEqual([]);
});

test("[accessibility 1.4.2] no audio or video starts automatically except notification sounds and joined calls", () => {
  expect(having(/autoplay/i)).toEqual([]);
  // The voices of a call that the user joined, and levels of their own microphone, which isn't played.
  const levels = ["client/calls/follow-level.ts", "views/voice/recorder.ts"];
  // The pictures of such a call, which have no sound.
  const played = [
    ...["client/calls/call-media.ts", "client/calls/loudspeakers.ts", "parts/sound.ts", "views/calls/picture.tsx"],
    // A voice message plays after the user pressed its button.
    "views/voice/player/playback.ts",
  ];
  expect(having(/\.play\(|new Audio/)).toEqual([...levels, ...played].sort());
});

test("[accessibility 1.4.5] no image contains text: the client has only its own logo and shortcut icons", () => {
  expect(
    pictures.filter((path) => !/\/(?:icon|icon-\d+|maskable-\d+|shortcut-\w+-\d+)\.(?:svg|png)$/.test(path)),
  ).toEqual([]);
});
