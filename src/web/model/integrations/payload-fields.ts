/** A field of a payload, as a template names it. */
interface PayloadField {
  readonly path: string;
  readonly kind: "value" | "list";
  /** What it holds, in short. */
  readonly sample: string;
  /** What is inserted for it. */
  readonly insert: string;
}

const MOST_FIELDS = 200;
const DEEPEST = 8;
const SAMPLE_LENGTH = 60;
const NAME = /^[A-Za-z_][\w-]*$/;

/** The fields of a payload, in its order, each with what a template says for it. Of a list the first item stands for all. */
export function fieldsOf(payload: unknown): readonly PayloadField[] {
  const fields: PayloadField[] = [];
  walk(payload, "", 0, fields);
  return fields;
}

function walk(value: unknown, path: string, depth: number, fields: PayloadField[]): void {
  if (fields.length >= MOST_FIELDS || depth > DEEPEST) return;
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

/** A name that is none of the language's own is quoted; at the very beginning it is asked of the whole payload. */
function joined(path: string, key: string): string {
  if (NAME.test(key)) return path === "" ? key : `${path}.${key}`;
  return `${path === "" ? "payload" : path}["${key.replace(/["\\]/g, "")}"]`;
}

/** A list is gone through; its items are shown by a field that is likely to name them. */
function loopOf(path: string, first: unknown): string {
  const body = typeof first === "object" && first !== null ? `item${inItem(first)}` : "item";
  return `{% for item in ${path} %}\n* {{ ${body} }}\n{% endfor %}`;
}

const TELLING = ["title", "name", "message", "subject", "summary", "text", "id"];

function inItem(item: object): string {
  const texts = Object.entries(item).filter(([key, value]) => NAME.test(key) && typeof value !== "object");
  const told = TELLING.find((one) => texts.some(([key]) => key === one)) ?? texts[0]?.[0];
  return told === undefined ? "" : `.${told}`;
}

function sampleOf(value: unknown): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
  return text.length > SAMPLE_LENGTH ? `${text.slice(0, SAMPLE_LENGTH - 1)}…` : text;
}

/** JSON as it is shown and edited; undefined where the text is none. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
