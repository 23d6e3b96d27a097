import type { FamilyName } from "./families.ts";

export type Labels = Readonly<Record<string, string | number>>;

/** Numbers by Prometheus series: `name{label="value"}`. */
export type Numbers = Record<string, number>;

/** Suffixes after the family's name in a histogram's series. */
type Suffix = "_bucket" | "_sum" | "_count";

const escaped = (value: string | number): string =>
  String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

export function series(name: FamilyName | `${FamilyName}${Suffix}`, labels: Labels = {}): string {
  const all = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return all.length === 0 ? name : `${name}{${all.join(",")}}`;
}

/** Adds a label before the series' own. */
export function labelled(text: string, label: string, value: string): string {
  const own = text.indexOf("{");
  const added = `${label}="${escaped(value)}"`;
  return own < 0 ? `${text}{${added}}` : `${text.slice(0, own)}{${added},${text.slice(own + 1)}`;
}
