/** A field of a payload, as a template names it. */
interface PayloadField {
  readonly path: string;
  readonly kind: "value" | "list";
  /** The beginning of its value. */
  readonly sample: string;
  /** The template text that shows the field. */
  readonly insert: string;
}

const MAX_FIELDS = 200;
const MAX_DEPTH = 8;
const SAMPLE_LENGTH = 60;
const IDENTIFIER = /^[A-Za-z_][\w-]*$/;

/** The fields of a payload, in its order. The first item of a list stands for all. */
export function fieldsOf(payload: unknown): readonly PayloadField[] {
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
    for (const [key, inner] of Object.entries(value)) walk(inner, joined(path, key), depth + 1, fields);
  } else if (path !== "" && value !== undefined) {
    fields.push({ path, kind: "value", sample: sampleOf(value), insert: `{{ ${path} }}` });
  }
}

/** The path of a field. A key that is no identifier is quoted; at the top level it follows `payload`. */
function joined(path: string, key: string): string {
  if (IDENTIFIER.test(key)) return path === "" ? key : `${path}.${key}`;
  return `${path === "" ? "payload" : path}["${key.replace(/["\\]/g, "")}"]`;
}

/** The template text that loops over a list, and shows the field of each item that is likely to name it. */
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

/** The value of a JSON text; undefined if the text is not JSON. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
