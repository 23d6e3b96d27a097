import { expect, test } from "vitest";
import { limits } from "../../src/protocol/limit-table.ts";
import { readTexts } from "../support/read-texts.ts";

const files = readTexts(import.meta.dirname, "../../docs/operating.md");
const rows = Array.from(
  (files["../../docs/operating.md"] ?? "").matchAll(/^\| `(\w+)\.(\w+)` \| ([\d,]+) \|/gm),
  ([, group = "", name = "", number = ""]) => [group, name, Number(number.replaceAll(",", ""))] as const,
);

test("docs/operating.md has the limits that people meet", () => expect(rows.length).toBeGreaterThan(10));

test.each(rows)("docs/operating.md has the limit %s.%s as it is", (group, name, number) => {
  expect(limits).toHaveProperty([group, name], number);
});
