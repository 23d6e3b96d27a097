import { FAMILIES, type FamilyName, type Numbers } from "./families.ts";

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const isName = (name: string): name is FamilyName => Object.hasOwn(FAMILIES, name);

/** Returns a series' family, or undefined for an unknown one, such as another version's. */
function familyOf(text: string): FamilyName | undefined {
  const [name = ""] = text.split("{", 1);
  if (isName(name)) return name;
  const plain = name.replace(/_(?:bucket|sum|count)$/, "");
  return isName(plain) && FAMILIES[plain].kind === "histogram" ? plain : undefined;
}

/** Formats numbers for Prometheus: all series of a family together, in the order of the families. */
export function exposition(numbers: Numbers): string {
  const byFamily = Map.groupBy(Object.entries(numbers), ([text]) => familyOf(text));
  const parts = Object.entries(FAMILIES).flatMap(([name, { kind, help }]) => {
    const lines = isName(name) ? byFamily.get(name) : undefined;
    if (lines === undefined) return [];
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines.map(([text, value]) => `${text} ${value}`)];
  });
  return `${parts.join("\n")}\n`;
}
