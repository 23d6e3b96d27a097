import { expect, test } from "vitest";
import { limits } from "../../src/protocol/limit-table.ts";

const files: Record<string, string> = import.meta.glob("../../docs/operating.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const rows = Array.from(
  (files["../../docs/operating.md"] ?? "").matchAll(/^\| `(\w+)\.(\w+)` \| ([\d,]+) \|/gm),
  ([, group = "", name = "", number = ""]) => [group, name, Number(number.replaceAll(",", ""))] as const,
);

test("docs/operating.md has the limits that people meet", () => expect(rows.length).toBeGreaterThan(10));

test.each(rows)("docs/operating.md has the limit %s.%s as it is", (group, name, number) => {
  expect(limits).toHaveProperty([group, name], number);
});
