import { expect, test } from "vitest";
import { limits } from "../../src/protocol/limit-table.ts";
import { readTexts } from "../support/read-texts.ts";

const files = readTexts(import.meta.dirname, "../../docs/operating.md");
const rows = Array.from(
  (files["../../docs/operating.md"] ?? "").matchAll(/^\| `(\w+)\.(\w+)` \| ([\d,]+) \|/gm),
  ([, group = "", name = "", number = ""]) => [group, name, Number(number.replaceAll(",", ""))] as const,
);

test("docs/operating.md lists the limits that users can reach", () => expect(rows.length).toBeGreaterThan(10));

test.each(rows)("docs/operating.md states the current value of %s.%s", (group, name, number) => {
  expect(limits).toHaveProperty([group, name], number);
});
