import type { Figure, Unit, Verdict } from "./figure.ts";

const COUNTED: readonly Unit[] = ["rows", "bytes", "requests", "frames", "elements", "tasks"];
const HEAD = ["", "figure", "value", "floor", "ratio", "budget"];

export function tableOf(verdicts: readonly Verdict[]): string {
  const rows = [HEAD, ...verdicts.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const rowOf = (verdict: Verdict): string[] => [
  verdict.met === null ? "" : verdict.met ? "ok" : "MISSED",
  `${verdict.measure}: ${verdict.name}`,
  quantity(verdict.value, verdict.unit),
  verdict.floor === undefined ? "" : quantity(verdict.floor, verdict.unit),
  verdict.ratio === null ? "" : `${verdict.ratio.toFixed(2)} x`,
  budgetText(verdict),
];

function budgetText({ budget, floor, unit }: Figure): string {
  if (budget === undefined) return "";
  const [sign, bound] = "atMost" in budget ? ["<=", budget.atMost] : [">=", budget.atLeast];
  return `${sign} ${floor === undefined ? quantity(bound, unit) : `${bound} x`}`;
}

export function quantity(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return "-";
  if (unit === "bytes" && value >= 1e6) return `${(value / 1e6).toFixed(1)} MB`;
  if (unit === "bytes" && value >= 1e4) return `${(value / 1e3).toFixed(1)} kB`;
  const digits = COUNTED.includes(unit) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}
