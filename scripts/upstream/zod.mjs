import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { items, sorted, within } from "./dart.mjs";

// The functions that split Dart also split these schemas, because TypeScript 7 has no parser for programs.

const STATE = "src/state_data.ts";
const SETTINGS = "app/main/request.ts";

/** Whether a folder is web/ of a checkout of zulip. @param {string} checkout */
export const isZulipWeb = (checkout) => existsSync(join(checkout, STATE));

/** @param {string} checkout */
export const isZulipDesktop = (checkout) => existsSync(join(checkout, SETTINGS));

/**
 * Reads what Zulip's web client expects of a registration, and which permissions it supports. The client doesn't start
 * if the server has others.
 *
 * @param {string} checkout
 * @returns {import("./zulip-flutter.mjs").AppFacts}
 */
export function readZulipWeb(checkout) {
  const state = readFileSync(join(checkout, STATE), "utf8");
  const files = [...state.matchAll(/^import \{[^}]*\} from "\.\/(\w+\.ts)";/gm)].map((one) => one[1] ?? "");
  const texts = [...files, "group_permission_settings.ts"].map((file) =>
    readFileSync(join(checkout, "src", file), "utf8"),
  );
  const reader = new Reader([state, ...texts].join("\n"));
  const parts = reader.objects("State", "split_state_data_schema")[0] ?? {};
  const named = (/** @type {string} */ kind) =>
    sorted(
      Object.fromEntries(
        reader.values(`${kind}_group_setting_name_schema`).map((name) => [name, "group_permission_setting"]),
      ),
    );
  /** @type {Record<string, string>} */
  const whole = {};
  for (const type of Object.values(parts)) {
    Object.assign(whole, reader.classes[type]);
    delete reader.classes[type];
  }
  reader.classes["State"] = whole;
  return facts("zulip-web", {
    answers: reader.classes,
    cases: Object.fromEntries(["group", "realm", "stream"].map((kind) => [`permissions.${kind}`, named(kind)])),
    unread: [...reader.unread].sort(),
  });
}

/**
 * Reads what the desktop app expects of a server's settings. It requests nothing else, and shows the web client.
 * @param {string} checkout
 * @returns {import("./zulip-flutter.mjs").AppFacts}
 */
export function readZulipDesktop(checkout) {
  const text = readFileSync(join(checkout, SETTINGS), "utf8");
  const reader = new Reader(text);
  const schema = text.replace(/\bz\s+\./g, "z.");
  const [settings = {}] = reader.objects(
    "ServerSettings",
    `z.object(${within(schema, schema.indexOf("z.object(") + 8)})`,
  );
  reader.classes["ServerSettings"] = settings;
  const requests = [...text.matchAll(/\/api\/v1\/(\w+)["`](?:, \{\s*method: "(\w+)")?/g)].map(
    ([, path = "", method = "GET"]) => [`${method} ${path}`, { method, path, answer: null, sends: {} }],
  );
  return facts("zulip-desktop", {
    requests: Object.fromEntries(requests),
    answers: reader.classes,
    unread: [...reader.unread].sort(),
  });
}

/**
 * @param {string} client @param {Partial<import("./zulip-flutter.mjs").AppFacts>} known
 * @returns {import("./zulip-flutter.mjs").AppFacts}
 */
export function facts(client, { requests = {}, answers = {}, cases = {}, unread = [], ...known }) {
  const classes = Object.entries(answers).map(([name, fields]) => [name, sorted(fields)]);
  return {
    client,
    ...{ version: null, minimum_level: 0, levels: [], agents: [], ...known },
    requests: sorted(requests),
    answers: sorted(Object.fromEntries(classes)),
    cases,
    unread,
  };
}

const SIMPLE = new Map(
  Object.entries({ string: "string", number: "number", boolean: "boolean", null: "null", undefined: "undefined" }),
);

/** Reads schemas of zod, in the form of both its builds: `z.optional(z.string())` and `z.string().optional()`. */
class Reader {
  /** @type {Record<string, Record<string, string>>} */
  classes = {};
  /** @type {Set<string>} */
  unread = new Set();
  /** @type {Map<string, string>} */
  #written = new Map();
  /** @type {Map<string, string>} */
  #types = new Map();

  /** @param {string} source */
  constructor(source) {
    const text = source.replace(/^\s*\/\/.*$/gm, "");
    for (const one of text.matchAll(/\bconst (\w+) = (?=z\.|[{[])/g)) {
      const from = one.index + one[0].length;
      const open = text.slice(from).search(/[({[]/) + from;
      this.#written.set(one[1] ?? "", text.slice(from, open + within(text, open).length + 2));
    }
  }

  /** @param {string} name @param {string} written @returns {string} */
  type(name, written) {
    const known = this.#written.get(written);
    if (known !== undefined) {
      const made = this.#types.get(written) ?? this.type(written.replace(/_schema$/, ""), known);
      this.#types.set(written, made);
      return made;
    }
    const [, kind = "", rest = ""] = /^z\.([\w.]+)(?:<\w+>)?(\(.*)$/s.exec(written) ?? [];
    if (kind === "") {
      this.unread.add(`${name}: ${written.slice(0, 60)}`);
      return "any";
    }
    const inner = within(rest, 0);
    const args = items(inner);
    const more = /\.(optional|default|nullable|nullish)\(/.exec(rest.slice(inner.length + 2))?.[1] ?? "";
    const base = this.#base(name, kind, args);
    return (
      base +
      (/nullable|nullish/.test(kind + more) ? "|null" : "") +
      (/optional|default|nullish/.test(kind + more) ? "|undefined" : "")
    );
  }

  /** @param {string} name @param {string} kind @param {readonly string[]} args @returns {string} */
  #base(name, kind, args) {
    const [first = "", last = first] = args;
    const simple = SIMPLE.get(kind.replace("coerce.", ""));
    if (simple !== undefined) return simple;
    if (kind === "unknown") return "any";
    if (["optional", "nullable", "nullish"].includes(kind)) return this.type(name, first);
    if (kind === "array") return `[${this.type(name, first)}]`;
    if (kind === "record") return `{${this.type(name, last)}}`;
    if (kind === "literal") return `one of ${first.replaceAll('"', "")}`;
    if (kind === "enum") return `one of ${this.values(first).join(" ")}`;
    if (kind.endsWith("nion") && this.objects(name, `z.${kind}(${args.join(", ")})`).length === 0)
      return items(last.slice(1, -1))
        .map((one) => this.type(name, one))
        .join("|");
    const made = this.objects(name, `z.${kind}(${args.join(", ")})`);
    return made
      .map((fields, index) => {
        const own = made.length === 1 ? name : `${name}/${index + 1}`;
        this.classes[own] = fields;
        return own;
      })
      .join("|");
  }

  /**
   * Returns the fields of each object that a schema accepts, or none if it also accepts something else.
   *
   * @param {string} name
   * @param {string} written
   * @returns {Record<string, string>[]}
   */
  objects(name, written) {
    const known = this.#written.get(written);
    if (known !== undefined) return this.objects(name, known);
    const [, kind = "", rest = "()"] = /^z\.(\w+)(\(.*)$/s.exec(written) ?? [];
    const args = items(within(rest, 0));
    const [first = "", last = first] = args;
    if (kind === "object") return [this.#fields(name, first.slice(1, -1))];
    if (kind === "partial")
      return this.objects(name, first).map((fields) =>
        Object.fromEntries(Object.entries(fields).map(([key, type]) => [key, `${type}|undefined`])),
      );
    if (kind === "record") return [{}];
    if (kind === "intersection")
      return this.objects(name, first).flatMap((one) =>
        this.objects(name, last).map((other) => ({ ...one, ...other })),
      );
    if (!kind.endsWith("nion")) return [];
    const all = items(last.slice(1, -1)).map((one) => this.objects(name, one));
    return all.some((one) => one.length === 0) ? [] : all.flat();
  }

  /** @param {string} name @param {string} written */
  #fields(name, written) {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const item of items(written)) {
      const spread = /^\.\.\.(.*)\.shape$/s.exec(item)?.[1];
      const [, key = "", value = ""] = /^(\w+):\s*(.*)$/s.exec(item) ?? [];
      if (spread !== undefined) Object.assign(fields, this.objects(name, spread)[0]);
      else if (key !== "") fields[key] = this.type(`${name}.${key}`, value);
      else this.unread.add(`${name}: ${item.slice(0, 60)}`);
    }
    return fields;
  }

  /**
   * Returns the elements of a list, or the values of an object, including those of the lists that it spreads.
   *
   * @param {string} written
   * @returns {string[]}
   */
  values(written) {
    const known = this.#written.get(written);
    if (known?.startsWith("z.")) return this.values(within(known, known.indexOf("(")));
    return items((known ?? written).trim().slice(1, -1)).flatMap((item) => {
      if (item.startsWith("...")) return this.values(item.slice(3));
      return item.replace(/^\w+:\s*/, "").replaceAll('"', "");
    });
  }
}
