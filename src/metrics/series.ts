import type { FamilyName } from "./families.ts";

export type Labels = Readonly<Record<string, string | number>>;

/** Numbers by the series that they belong to, as Prometheus writes one: `name{label="value"}`. */
export type Numbers = Record<string, number>;

/** Suffixes that the series of a histogram have behind the family's name. */
type Suffix = "_bucket" | "_sum" | "_count";

const escaped = (value: string | number): string =>
  String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

/** A series of a family. */
export function series(name: FamilyName | `${FamilyName}${Suffix}`, labels: Labels = {}): string {
  const all = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return all.length === 0 ? name : `${name}{${all.join(",")}}`;
}

/** The series with another label before its own. */
export function labelled(text: string, label: string, value: string): string {
  const own = text.indexOf("{");
  const added = `${label}="${escaped(value)}"`;
  return own < 0 ? `${text}{${added}}` : `${text.slice(0, own)}{${added},${text.slice(own + 1)}`;
}
