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

/** The files of the client that hold a text. */
const having = (pattern: RegExp, files = client): string[] =>
  Object.entries(files)
    .filter(([, text]) => pattern.test(text))
    .map(([path]) => path.replace("../../src/web/", ""));

test("[accessibility 1.3.3] no text tells of things by their shape, their colour or where they stand", () => {
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

test("[accessibility 1.3.4, 2.5.4] the client works however the device is held, and asks for none of its motions", () => {
  expect(having(/screen\.orientation|devicemotion|deviceorientation/)).toEqual([]);
  expect(having(/\borientation:/, pages)).toEqual([]);
});

test("[accessibility 1.4.4] pages can be enlarged by fingers and by the browser", () => {
  const declared = Object.values(pages).filter((text) => text.includes('name="viewport"'));
  expect(declared.length).toBeGreaterThan(1);
  expect(declared.filter((text) => /user-scalable|maximum-scale|minimum-scale/.test(text))).toEqual([]);
});

test("[accessibility 1.4.2] no sound or film begins by itself but the sound of a notification, and a call", () => {
  expect(having(/autoplay/i)).toEqual([]);
  // The voices of a call that someone has joined, and the levels of their own microphone, which are not played.
  const levels = ["client/calls/follow-level.ts", "views/voice/recorder.ts"];
  // And the pictures of such a call, which have no sound.
  const played = [
    ...["client/calls/call-session.ts", "client/calls/loudspeakers.ts", "parts/sound.ts", "views/calls/picture.tsx"],
    // A voice message plays when somebody has pressed on it.
    "views/voice/player/playback.ts",
  ];
  expect(having(/\.play\(|new Audio/)).toEqual([...levels, ...played].sort());
});

test("[accessibility 1.4.5] no picture holds a text: the client has its own mark and signs of shortcuts alone", () => {
  expect(
    pictures.filter((path) => !/\/(?:icon|icon-\d+|maskable-\d+|shortcut-\w+-\d+)\.(?:svg|png)$/.test(path)),
  ).toEqual([]);
});
