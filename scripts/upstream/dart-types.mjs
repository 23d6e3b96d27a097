import { closing, items, sorted, within } from "./dart.mjs";

/**
 * @typedef {{
 *   enums: ReadonlyMap<string, readonly (string | number)[]>,
 *   unread: (what: string) => void,
 * }} Reading
 */

const SIMPLE = new Map([
  ["String", "string"],
  ["bool", "boolean"],
  ["num", "number"],
  ["int", "number"],
  ["List", "[any]"],
  ["List<dynamic>", "[any]"],
  ["Map", "{any}"],
  ["Map<String, dynamic>", "{any}"],
  ["Map<String, Object?>", "{any}"],
  ["Object", "any"],
]);

const READER = /\b(\w+\._read\w+)\(\s*json,\s*'(\w+)',?\s*\)/;

/**
 * Returns the types of a class's fields, derived from the expressions that decode them. A type ends in "?" if the field
 * can be null or missing, and in " by NAME" if one of the client's own functions decodes it.
 *
 * @param {string} owner
 * @param {string} body what follows the parameters of the generated function
 * @param {Reading} reading
 */
export function fieldsOf(owner, body, reading) {
  const open = body.indexOf(`${owner}(`) + owner.length;
  const end = closing(body, open);
  const cascades = [...body.slice(end).matchAll(/\.\.(\w+) = ([^;]*?)(?=\.\.\w+ = |;|$)/g)].map((one) => one[2] ?? "");
  const values = items(within(body, open)).map((item) => item.replace(/^\w+: /, ""));
  /** @type {Record<string, string>} */
  const fields = {};
  for (const value of [...values, ...cascades]) {
    const reader = READER.exec(value);
    const plain = value.replace(new RegExp(READER, "g"), (_, _name, key) => `json['${key}']`);
    const key = /json\['(\w+)'\]/.exec(plain)?.[1];
    if (key === undefined) {
      reading.unread(`${owner}: an argument without a key`);
      continue;
    }
    const decoders = [...value.matchAll(/\b\w+\.\w+(?=\()/g)].join(", ");
    const unread = () => reading.unread(`${owner}.${key}${decoders === "" ? "" : ` by ${decoders}`}`);
    const type = typeOf(plain, `json['${key}']`, { ...reading, unread });
    fields[key] = reader === null ? type : `${type} by ${reader[1]}`;
  }
  for (const [, keys] of body.matchAll(/disallowNullValues: const \[([^\]]*)\]/g))
    for (const [, key] of (keys ?? "").matchAll(/'(\w+)'/g))
      if (key !== undefined) fields[key] = (fields[key] ?? "any").replace(/\?$/, "");
  return sorted(fields);
}

/** @param {string} type */
const optional = (type) => (type.endsWith("?") ? type : `${type}?`);

/**
 * Returns the type that an expression expects its subject to have.
 *
 * @param {string} expression
 * @param {string} subject
 * @param {Reading} reading
 * @returns {string}
 */
export function typeOf(expression, subject, reading) {
  const text = expression.trim().replace(/ \?\? [^()]*$/, "");
  const absent = `${subject} == null ? null : `;
  if (text.startsWith(absent)) return optional(typeOf(text.slice(absent.length), subject, reading));
  const enumerated = /^\$enumDecode(Nullable)?\(/.exec(text);
  if (enumerated !== null) {
    const [map = "", , ...more] = items(within(text, text.indexOf("(")));
    const type = enumType(
      reading.enums.get(map) ?? [],
      more.some((item) => item.startsWith("unknownValue:")),
    );
    return enumerated[1] === undefined ? type : optional(type);
  }
  const each = /\.map\( ?\(\(?(?:k, )?e\)? => /.exec(text) ?? /\.map\( ?\((?:k, )?e\) => /.exec(text);
  if (each !== null) {
    const call = text.indexOf("(", each.index);
    const [made = ""] = items(within(text, call));
    const inner = made.replace(/^\((?:k, )?e\) => /, "");
    const entry = /^MapEntry\(/.exec(inner);
    const of = typeOf(entry === null ? inner : (items(within(inner, inner.indexOf("(")))[1] ?? ""), "e", reading);
    const type = entry === null ? `[${of}]` : `{${of}}`;
    return castOf(text, subject)?.endsWith("?") === true ? optional(type) : type;
  }
  const cast = castOf(text, subject);
  const type = cast === undefined ? undefined : SIMPLE.get(cast.replace(/\?$/, ""));
  const decoder = /^(?:const )?(\w+)(?:\(\))?\.fromJson\(/.exec(text)?.[1];
  if (decoder !== undefined && !decoder.endsWith("Converter") && (type === undefined || type === "{any}"))
    return decoder;
  const values = /^Map<String, (\w+)>\.from\(/.exec(text)?.[1];
  if (values !== undefined) return `{${SIMPLE.get(values) ?? "any"}}`;
  if (type === undefined) {
    reading.unread(text);
    return "any?";
  }
  if (type === "[any]" || type === "{any}") reading.unread(text);
  return cast?.endsWith("?") === true ? optional(type) : type;
}

/** @param {string} text @param {string} subject */
function castOf(text, subject) {
  const at = text.indexOf(`${subject} as `);
  if (at === -1) return undefined;
  return /^[A-Z]?\w+(?:<[^>]*>)?\??/.exec(text.slice(at + subject.length + 4))?.[0];
}

/** @param {readonly (string | number)[]} values @param {boolean} others whether other values are understood as unknown */
const enumType = (values, others) => {
  if (values.length === 0) return "any";
  if (!others) return `one of ${values.join(" ")}`;
  return typeof values[0];
};
