import { expect, test } from "vitest";
import { FAMILIES } from "../../src/metrics/families.ts";
import { readTexts } from "../support/read-texts.ts";

const files = readTexts(import.meta.dirname, "../../deploy/*.yml", "../../deploy/grafana-dashboard.json");

test("alert rules and the dashboard use only existing metrics", () => {
  const names = Object.values(files).flatMap((text) => text.match(/\bparley_\w+/g) ?? []);
  expect(new Set(names).size).toBeGreaterThan(20);
  expect(names.filter((name) => !Object.hasOwn(FAMILIES, name.replace(/_bucket$/, "")))).toEqual([]);
});

test("each panel of the dashboard has a position, a unique id and a query", () => {
  const { panels } = JSON.parse(files["../../deploy/grafana-dashboard.json"] ?? "");
  expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length);
  for (const { title, gridPos, targets } of panels) {
    expect([title, gridPos.x + gridPos.w <= 24, targets.length > 0]).toEqual([title, true, true]);
  }
});
