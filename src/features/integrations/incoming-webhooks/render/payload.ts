/** Longer strings in a payload are truncated, because no message can contain more (messages.md 1). */
const MAX_TEXT = 20_000;
const MAX_LINE = 500;
/** Longer URLs don't become links, so truncating them breaks nothing. */
const MAX_ADDRESS = 3000;
const ADDRESS = /^\s*https?:\/\/\S+\s*$/i;
const MAX_ITEMS = 1000;

/** Thrown if a payload lacks a field that its service always sends; names the field. */
export class MalformedPayload extends Error {
  constructor(
    readonly field: string,
    problem = "is missing",
  ) {
    super(`${field === "" ? "The payload" : field} ${problem}`);
  }
}

/**
 * A reader of unknown JSON. Fields are named by path: `commits.0.author.name`. Without a fallback, a missing field
 * throws MalformedPayload.
 */
export class Payload {
  constructor(
    readonly value: unknown,
    private readonly path = "",
  ) {}

  /** Returns the field at a path; "" is the reader itself. */
  at(path: string): Payload {
    if (path === "") return this;
    let value = this.value;
    for (const key of path.split(".")) value = ownValue(value, key);
    return new Payload(value, below(this.path, path));
  }

  /** Whether the field has a value other than null, "" and []. */
  has(path: string): boolean {
    const { value } = this.at(path);
    return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
  }

  /** Returns the value as a string, with its line breaks. Numbers and booleans are accepted and converted. */
  text(path: string, fallback?: string): string {
    const found = this.at(path);
    const text = scalarText(found.value);
    if (text === undefined && fallback === undefined) throw found.#problem("text");
    return text ?? fallback ?? "";
  }

  /** Returns a value such as a title or a name as a string on one line. */
  line(path: string, fallback?: string): string {
    const found = this.at(path);
    const whole = scalarText(found.value);
    const most = whole !== undefined && ADDRESS.test(whole) ? MAX_ADDRESS : MAX_LINE;
    const text = whole
      ?.slice(0, 2 * most)
      .replace(/\s+/g, " ")
      .trim();
    if ((text === undefined || text === "") && fallback === undefined) throw found.#problem("text");
    if (text === undefined || text === "") return fallback ?? "";
    return (text.length > most ? `${text.slice(0, most - 1)}…` : text).toWellFormed();
  }

  oneOf(paths: readonly string[], fallback?: string): string {
    for (const path of paths) {
      const line = this.line(path, "");
      if (line !== "") return line;
    }
    if (fallback === undefined) throw this.at(paths[0] ?? "").#problem("text");
    return fallback;
  }

  number(path: string, fallback?: number): number {
    const found = this.at(path);
    const number = numberOf(found.value);
    if (number === undefined && fallback === undefined) throw found.#problem("a number");
    return number ?? fallback ?? 0;
  }

  is(path: string): boolean {
    const { value } = this.at(path);
    return value === true || value === "true";
  }

  /** Returns a list's items, or none if it isn't a list. */
  list(path: string): Payload[] {
    const found = this.at(path);
    if (!Array.isArray(found.value)) return [];
    const items: readonly unknown[] = found.value.slice(0, MAX_ITEMS);
    return items.map((item, index) => new Payload(item, below(found.path, String(index))));
  }

  /** Returns an object's fields, or none if it isn't an object. */
  fields(path: string): [name: string, value: Payload][] {
    const found = this.at(path);
    if (typeof found.value !== "object" || found.value === null || Array.isArray(found.value)) return [];
    return Object.entries(found.value)
      .slice(0, MAX_ITEMS)
      .map(([name, value]) => [name, new Payload(value, below(found.path, name))]);
  }

  /** Throws unless the payload is an object. All services send one, so anything else is the sender's mistake. */
  checkObject(): void {
    if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value))
      throw this.#problem("an object");
  }

  #problem(expected: string): MalformedPayload {
    return new MalformedPayload(this.path, this.value === undefined ? "is missing" : `is not ${expected}`);
  }
}

const below = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);

const ownValue = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

function scalarText(value: unknown): string | undefined {
  // Lone surrogates would throw when the text becomes part of a URL.
  if (typeof value === "string") return (value.length > MAX_TEXT ? value.slice(0, MAX_TEXT) : value).toWellFormed();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Returns a number, also from a string, or undefined if the value is none. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
