import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closing, items, plain, sorted, within } from "./dart.mjs";
import { fieldsOf } from "./dart-types.mjs";

/** @param {string} checkout */
export const isZulipFlutter = (checkout) => existsSync(join(checkout, "lib/api/model/initial_snapshot.dart"));

/** @param {string} folder @returns {string[]} */
const dartFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".dart"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/**
 * Reads what the app sends, and what it reads from responses and events, from sources in the form that
 * json_serializable generates. `unread` lists what has another form.
 * @param {string} checkout
 */
export function readZulipFlutter(checkout) {
  const sources = dartFiles(join(checkout, "lib")).map((path) => ({ path, text: plain(readFileSync(path, "utf8")) }));
  const api = sources.filter(({ path }) => path.includes("/api/"));
  const all = sources.map(({ text }) => text).join("\n");
  const code = api.map(({ text }) => text).join("\n");
  /** @type {Set<string>} */
  const unread = new Set();
  const answers = sorted(readClasses(code, (what) => unread.add(what)));
  const cases = sorted(readCases(code));
  const known = new Set([...Object.keys(answers), ...Object.keys(cases)]);
  const named = [...namesIn(answers), ...Object.values(cases).flatMap((made) => Object.values(made))];
  for (const name of named) if (!known.has(name)) unread.add(`${name}: no generated decoder`);
  return {
    client: "zulip-flutter",
    version: readVersion(join(checkout, "pubspec.yaml")),
    minimum_level: Number(/kMinSupportedZulipFeatureLevel = (\d+)/.exec(code)?.[1] ?? 0),
    levels: unique([...all.matchAll(/[fF]eatureLevel!? (?:>=|<|>|<=) (\d+)/g)].map((one) => Number(one[1]))),
    agents: unique(
      [...code.matchAll(/'User-Agent': '([^']*)'|overrideUserAgent: '([^']*)'/g)].map((one) => one[1] ?? ""),
    ),
    requests: sorted(readRequests(code, (what) => unread.add(what))),
    answers,
    cases,
    unread: [...unread].sort(),
  };
}

/** @param {string} path */
const readVersion = (path) =>
  existsSync(path) ? (/^version: (\S+)/m.exec(readFileSync(path, "utf8"))?.[1] ?? null) : null;

/** @template T @param {readonly T[]} values */
const unique = (values) => [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));

/** @param {Record<string, Record<string, string>>} answers */
const namesIn = (answers) =>
  new Set(
    Object.values(answers).flatMap((fields) =>
      Object.values(fields).flatMap((type) =>
        [...type.replace(/ by .*/, "").matchAll(/\b[A-Z]\w+/g)].map(([name]) => name),
      ),
    ),
  );

/** @param {string} code */
function readEnums(code) {
  /** @type {Map<string, (string | number)[]>} */
  const enums = new Map();
  for (const found of code.matchAll(/const (_\$\w+EnumMap) = \{/g)) {
    const body = within(code, found.index + found[0].length - 1);
    const values = [...body.matchAll(/: (?:'([^']*)'|(\d+))/g)].map((one) => one[1] ?? Number(one[2]));
    enums.set(found[1] ?? "", values);
  }
  return enums;
}

/** @param {string} code @param {(what: string) => void} unread */
function readClasses(code, unread) {
  const enums = readEnums(code);
  /** @type {Record<string, Record<string, string>>} */
  const classes = {};
  for (const found of code.matchAll(/\b(\w+) _\$(\w+)FromJson\(/g)) {
    const [, type, owner = ""] = found;
    if (type !== owner) continue;
    const after = closing(code, found.index + found[0].length - 1) + 1;
    const rest = code.slice(after).trimStart();
    const body = rest.startsWith("{") ? within(rest, 0) : rest.slice(0, rest.indexOf(";") + 1);
    classes[owner] = fieldsOf(owner, body, { enums, unread });
  }
  return classes;
}

/**
 * Returns the classes that are one of several, by the value of a field: `{ Event: { "stream/create":
 * "ChannelCreateEvent" } }`.
 *
 * @param {string} code
 */
function readCases(code) {
  /** @type {Record<string, Record<string, string>>} */
  const cases = {};
  for (const found of code.matchAll(/(?:factory (\w+)\.|static (\w+) )fromJson\(Map<String, dynamic> json\) \{/g)) {
    const body = within(code, found.index + found[0].length - 1);
    /** @type {Record<string, string>} */
    const made = {};
    /** @type {string[]} */
    const path = [];
    let depth = 0;
    let last = 0;
    const token =
      /switch \(json\['\w+'\] as String\) \{|case '(\w+)':|type == '(\w+)'\)|return (\w+)\.fromJson\(json\);|default:/g;
    for (const one of body.matchAll(token)) {
      depth += [...body.slice(last, one.index)].reduce((sum, c) => sum + (c === "{" ? 1 : c === "}" ? -1 : 0), 0);
      last = one.index;
      const [, named, compared, owner] = one;
      if (named !== undefined) path.splice(Math.max(0, depth - 1), path.length, named);
      else if (compared !== undefined) path.splice(0, path.length, compared);
      else if (one[0] === "default:") path.splice(Math.max(0, depth - 1), path.length, "*");
      else if (owner !== undefined && !path.includes("*")) made[path.join("/")] = owner;
    }
    if (Object.keys(made).length > 0) cases[found[1] ?? found[2] ?? ""] = sorted(made);
  }
  return cases;
}

/** @param {string} code @param {(what: string) => void} unread */
function readRequests(code, unread) {
  /** @type {Record<string, { method: string, path: string, answer: string | null, sends: Record<string, unknown> }>} */
  const requests = {};
  for (const found of code.matchAll(/\bconnection\.(get|post|patch|delete|postFileFromStream)\(/g)) {
    const [name = "", decoder = "", path = "", parameters = "null"] = items(
      within(code, found.index + found[0].length - 1),
    );
    if (!/^'\w+'$/.test(name) || !/^'[^']*'$/.test(path)) {
      unread(`a request: ${name} ${path}`);
      continue;
    }
    const key = name.slice(1, -1);
    const isFile = found[1] === "postFileFromStream";
    const sends = isFile ? { file: "*" } : parameters.startsWith("{") ? readSent(parameters) : {};
    requests[key] = {
      method: isFile ? "POST" : (found[1] ?? "").toUpperCase(),
      path: path.slice(1, -1).replace(/\$\{?(\w+)\}?/g, ":$1"),
      answer: /^(\w+)\.fromJson$/.exec(decoder)?.[1] ?? null,
      sends: sorted({ ...requests[key]?.sends, ...sends }),
    };
  }
  return requests;
}

/** Returns the parameters with their values, or "*" for values that aren't literals. @param {string} literal */
function readSent(literal) {
  /** @type {Record<string, unknown>} */
  const sent = {};
  const nested = /'(\w+)': \{/.exec(literal);
  if (nested !== null) {
    const open = nested.index + nested[0].length - 1;
    sent[nested[1] ?? ""] = readSent(literal.slice(open, closing(literal, open) + 1));
    Object.assign(sent, readSent(literal.slice(0, nested.index) + literal.slice(closing(literal, open) + 1)));
    return sent;
  }
  for (const [, key = "", value = ""] of literal.matchAll(/'(\w+)': ?([^,}]*)/g)) {
    const given = /^(?:RawParameter\()?'([^']*)'\)?\s*$/.exec(value)?.[1];
    const one = /^(?:true|false)\s*$/.test(value) ? value.trim() === "true" : (given ?? "*");
    sent[key] = key in sent && sent[key] !== one ? "*" : one;
  }
  return sent;
}

/** @typedef {ReturnType<typeof readZulipFlutter>} AppFacts */
