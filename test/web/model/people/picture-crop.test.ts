import { expect, test } from "vitest";
import { cropOf, moved, wholeOf, zoomed } from "../../../../src/web/model/people/picture-crop.ts";

const size = { width: 400, height: 200 };

test("cropOf initially returns the largest centered square", () => {
  expect(cropOf(size, wholeOf(size))).toEqual({ left: 100, top: 0, side: 200 });
});

test("cropOf never leaves the picture", () => {
  expect(cropOf(size, moved(size, wholeOf(size), 5, 5))).toEqual({ left: 200, top: 0, side: 200 });
  const corner = moved(size, zoomed(size, wholeOf(size), 4), 9, 9);
  expect(cropOf(size, corner)).toEqual({ left: 350, top: 150, side: 50 });
  expect(cropOf(size, zoomed(size, corner, 1))).toEqual({ left: 200, top: 0, side: 200 });
});
