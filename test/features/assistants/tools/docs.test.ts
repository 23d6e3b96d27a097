import { expect, test } from "vitest";
import { tools } from "../../../../src/features/assistants/tools/call-tool.ts";
import { readTexts } from "../../../support/read-texts.ts";

test("the table in docs/assistants.md lists exactly the existing tools", () => {
  const [text = ""] = Object.values(readTexts(import.meta.dirname, "../../../../docs/assistants.md"));
  const [, table = ""] = /^\| tool \|.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
  const listed = Array.from(table.matchAll(/^\|[^|]+/gm), ([cell]) => cell.match(/\w+/g) ?? []).flat();
  expect(listed.sort()).toEqual(tools.map(({ name }) => name).sort());
});
