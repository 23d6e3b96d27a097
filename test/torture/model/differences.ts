import type { Json } from "../../support/json.ts";

/** Returns a line for each place where two values differ: the actual value, then the expected one. */
export function differences(had: Json, wanted: Json, path = ""): string[] {
  if (Object.is(had, wanted)) return [];
  const areBoth = had !== null && wanted !== null && typeof had === "object" && typeof wanted === "object";
  if (!areBoth || Array.isArray(had) !== Array.isArray(wanted)) return [`${path}: ${brief(had)} but ${brief(wanted)}`];
  if (Array.isArray(had) && had.length !== wanted.length) return [`${path}: ${brief(had)} but ${brief(wanted)}`];
  const names = [...new Set([...Object.keys(had), ...Object.keys(wanted)])];
  return names.flatMap((name) => differences(had[name], wanted[name], path === "" ? name : `${path}.${name}`));
}

function brief(value: Json): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
