interface PayloadField {
  readonly path: string;
  readonly kind: "value" | "list";
  /** The start of the field's value. */
  readonly sample: string;
  /** Template text that shows the field. */
  readonly insert: string;
}

const MAX_FIELDS = 200;
const MAX_DEPTH = 8;
const SAMPLE_LENGTH = 60;
const IDENTIFIER = /^[A-Za-z_][\w-]*$/;

/** The fields of a payload, in order. A list is represented by its first item. */
export function payloadFields(payload: unknown): readonly PayloadField[] {
  const fields: PayloadField[] = [];
  walk(payload, "", 0, fields);
  return fields;
}

function walk(value: unknown, path: string, depth: number, fields: PayloadField[]): void {
  if (fields.length >= MAX_FIELDS || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    const at = path === "" ? "payload" : path;
    fields.push({ path: at, kind: "list", sample: sampleOf(value), insert: loopOf(at, value[0]) });
    walk(value[0], `${at}[0]`, depth + 1, fields);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) walk(inner, fieldPath(path, key), depth + 1, fields);
  } else if (path !== "" && value !== undefined) {
    fields.push({ path, kind: "value", sample: sampleOf(value), insert: `{{ ${path} }}` });
  }
}

/** Returns a field's path. Keys that aren't identifiers are quoted; at the top level they follow `payload`. */
function fieldPath(path: string, key: string): string {
  if (IDENTIFIER.test(key)) return path === "" ? key : `${path}.${key}`;
  return `${path === "" ? "payload" : path}["${key.replace(/["\\]/g, "")}"]`;
}

/** Returns template text that loops over a list and shows the field most likely to name each item. */
function loopOf(path: string, first: unknown): string {
  const body = typeof first === "object" && first !== null ? `item${inItem(first)}` : "item";
  return `{% for item in ${path} %}\n* {{ ${body} }}\n{% endfor %}`;
}

const TELLING = ["title", "name", "message", "subject", "summary", "text", "id"];

function inItem(item: object): string {
  const texts = Object.entries(item).filter(([key, value]) => IDENTIFIER.test(key) && typeof value !== "object");
  const told = TELLING.find((one) => texts.some(([key]) => key === one)) ?? texts[0]?.[0];
  return told === undefined ? "" : `.${told}`;
}

function sampleOf(value: unknown): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
  return text.length > SAMPLE_LENGTH ? `${text.slice(0, SAMPLE_LENGTH - 1)}…` : text;
}
