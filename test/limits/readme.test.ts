import { expect, test } from "vitest";
import { limits } from "../../src/protocol/limit-table.ts";

const files: Record<string, string> = import.meta.glob("../../README.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const rows = Array.from(
  (files["../../README.md"] ?? "").matchAll(/^\| `(\w+)\.(\w+)` \| ([\d,]+) \|/gm),
  ([, group = "", name = "", number = ""]) => [group, name, Number(number.replaceAll(",", ""))] as const,
);

test("the README has the limits that people meet", () => expect(rows.length).toBeGreaterThan(10));

test.each(rows)("the README has the limit %s.%s as it is", (group, name, number) => {
  expect(limits).toHaveProperty([group, name], number);
});
