import { expect, test } from "vitest";
import { readTexts } from "./support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../src/**/*.{ts,tsx}");

// The server's `after` takes times whose types include their unit.
test("constants used as durations name their unit", () => {
  const waited = /\b(after|sleep|setTimeout|setInterval|restUntilWake|wait)\([^()]*\b([A-Z][A-Z_]*[A-Z])\b(?!\.)/g;
  const constants = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(waited)].flatMap(([, by, name]) =>
      by === "after" && !path.startsWith("../src/web/") ? [] : [`${path}: ${name}`],
    ),
  );
  expect(constants.filter((one) => !one.endsWith("_MS"))).toEqual([]);
});
