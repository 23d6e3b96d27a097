import { existsSync, readFileSync } from "node:fs";
import { sorted } from "./dart.mjs";

/**
 * @typedef {{
 *   $ref?: string, allOf?: Schema[], oneOf?: Schema[], anyOf?: Schema[], type?: string, nullable?: boolean,
 *   enum?: unknown[], items?: Schema, properties?: Record<string, Schema>, required?: string[],
 *   additionalProperties?: boolean | Schema,
 * }} Schema
 * @typedef {{ name: string, in: string, required?: boolean }} Parameter
 * @typedef {{ content?: Record<string, { schema?: Schema }>, $ref?: string }} Content
 * @typedef {{ parameters?: Parameter[], requestBody?: Content, responses: Record<string, Content> }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: Record<string, Record<string, unknown>> }} Description
 */

const METHODS = ["get", "post", "put", "patch", "delete"];
const ENVELOPE = ["result", "msg", "ignored_parameters_unsupported"];

/** @param {string} path */
export const isZulipApi = (path) => /\.ya?ml$/.test(path) && existsSync(path);

/**
 * Reads parameters and responses from Zulip's description of its API. Fields are optional unless their type ends in "!".
 * @param {string} path
 */
export async function readZulipApi(path) {
  const { parse } = await import("yaml");
  const text = readFileSync(path, "utf8");
  /** @type {Description} */
  const description = parse(text);
  const reader = new Reader(description);
  /** @type {Record<string, string>} */
  const requests = {};
  for (const [route, methods] of Object.entries(description.paths))
    for (const method of METHODS) {
      const operation = methods[method];
      if (operation === undefined) continue;
      const name = `${method.toUpperCase()} ${route}`;
      requests[name] = reader.parameters(operation).join(" ");
      reader.answer(name, operation);
    }
  return {
    client: "zulip-api",
    level: Math.max(0, ...Array.from(text.matchAll(/feature\s+level (\d+)/g), (one) => Number(one[1]))),
    requests: sorted(requests),
    answers: sorted(
      Object.fromEntries(
        Object.entries(reader.classes)
          .map(([name, fields]) => /** @type {const} */ ([name, byType(fields)]))
          .filter(([, types]) => Object.keys(types).length > 0),
      ),
    ),
    cases: sorted(reader.cases),
  };
}

/** @template T @param {readonly (readonly [key: string, value: T])[]} entries @returns {Record<string, T[]>} */
function grouped(entries) {
  /** @type {Record<string, T[]>} */
  const groups = {};
  for (const [key, value] of entries) groups[key] = [...(groups[key] ?? []), value];
  return groups;
}

/** Groups the names of fields by type: `{ "integer": "id stream_id" }`. @param {Record<string, string>} fields */
function byType(fields) {
  const types = grouped(Object.entries(fields).map(([key, type]) => [type, key]));
  return sorted(Object.fromEntries(Object.entries(types).map(([type, keys]) => [type, keys.sort().join(" ")])));
}

class Reader {
  /** @type {Record<string, Record<string, string>>} */
  classes = {};
  /** @type {Record<string, Record<string, string>>} */
  cases = {};
  /** Names of classes by their fields, as JSON. @type {Map<string, string>} */
  #names = new Map();

  /** @param {Description} description */
  constructor(description) {
    this.description = description;
  }

  /** @template T @param {T & { $ref?: string }} value @returns {T} */
  #at(value) {
    if (value.$ref === undefined) return value;
    const [, , kind = "", name = ""] = value.$ref.split("/");
    return this.#at(/** @type {T & { $ref?: string }} */ (this.description.components[kind]?.[name]));
  }

  /** Returns the parts of a schema, without references and `allOf`. @param {Schema} schema @returns {Schema[]} */
  #parts(schema) {
    const { allOf = [], ...rest } = this.#at(schema);
    return [...allOf.flatMap((one) => this.#parts(one)), rest];
  }

  /**
   * Merges the parts of a schema into one with a single list of properties.
   *
   * @param {Schema} schema
   * @returns {Schema}
   */
  #flat(schema) {
    /** @type {Schema} */
    const whole = {};
    for (const { properties = {}, required = [], ...part } of this.#parts(schema)) {
      Object.assign(whole, part);
      if (required.length > 0) whole.required = [...(whole.required ?? []), ...required];
      for (const [key, value] of Object.entries(properties)) {
        whole.properties ??= {};
        const known = whole.properties[key];
        whole.properties[key] = known === undefined ? value : { allOf: [known, value] };
      }
    }
    return whole;
  }

  /** @param {Operation} operation */
  parameters({ parameters = [], requestBody = {} }) {
    const names = parameters.map((one) => this.#at(one)).filter((one) => one.in === "query" || one.in === "form");
    const bodies = Object.values(this.#at(requestBody).content ?? {}).map(({ schema = {} }) => this.#flat(schema));
    return [
      ...new Set([...names.map(({ name }) => name), ...bodies.flatMap((one) => Object.keys(one.properties ?? {}))]),
    ].sort();
  }

  /** @param {string} name @param {Operation} operation */
  answer(name, { responses }) {
    const content = this.#at(responses["200"] ?? {}).content?.["application/json"]?.schema ?? {};
    const { oneOf = [], ...schema } = this.#flat(content);
    const wholes = [schema, ...oneOf.map((one) => this.#flat(one))];
    this.classes[name] = this.#fields(
      name,
      wholes.filter(({ properties }) => properties !== undefined),
      ENVELOPE,
    );
  }

  /** @param {string} name @param {Schema[]} wholes @param {readonly string[]} without */
  #fields(name, wholes, without = []) {
    const all = grouped(wholes.flatMap(({ properties = {} }) => Object.entries(properties)));
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [key, values] of Object.entries(all)) {
      if (without.includes(key)) continue;
      const isRequired = wholes.every(({ required = [] }) => required.includes(key));
      fields[key] = this.#type(`${name}.${key}`, { oneOf: values }) + (isRequired ? "!" : "");
    }
    for (const { additionalProperties: more } of wholes)
      if (typeof more === "object") fields["*"] = this.#type(`${name}.*`, more);
    return fields;
  }

  /**
   * Returns the name of a class: the last part of its path, unless another class already has that name.
   *
   * @param {string} path
   * @param {Schema[]} wholes
   * @param {readonly string[]} without
   */
  #object(path, wholes, without = []) {
    const fields = this.#fields(path, wholes, without);
    const print = JSON.stringify(sorted(fields));
    const known = this.#names.get(print);
    if (known !== undefined) return known;
    const short = path.replace(/^.*\.(?=[^*])/, "");
    const name = short in this.classes ? path : short;
    this.#names.set(print, name);
    this.classes[name] = fields;
    return name;
  }

  /** @param {string} name @param {Schema} schema @returns {string} */
  #type(name, schema) {
    const options = this.#options(schema);
    /** @type {Set<string>} */
    const types = new Set();
    const objects = options.filter(({ properties }) => properties !== undefined);
    const isNullable = options.some(({ nullable }) => nullable === true);
    if (objects.length > 0) types.add(this.#isTold(objects) ? this.#told(name, objects) : this.#object(name, objects));
    const lists = options.flatMap(({ type, items }) => (type === "array" ? [items ?? {}] : []));
    if (lists.length > 0) types.add(`[${this.#type(name, { oneOf: lists })}]`);
    for (const { type, properties, additionalProperties: more, enum: values } of options) {
      if (properties !== undefined || type === "array") continue;
      if (values?.every((value) => /^[\w-]+$/.test(String(value)))) types.add(`one of ${values.join(" ")}`);
      else if (type === "object" || more !== undefined)
        types.add(`{${typeof more === "object" ? this.#type(`${name}.*`, more) : "any"}}`);
      else types.add(type ?? "any");
    }
    if (types.has("any")) return "any";
    if (types.has("number")) types.delete("integer");
    return [...types, ...(isNullable ? ["null"] : [])].join("|");
  }

  /** Returns the alternatives of a schema, including nested ones. @param {Schema} schema @returns {Schema[]} */
  #options(schema) {
    const { oneOf, anyOf, ...whole } = this.#flat(schema);
    const options = (oneOf ?? anyOf)?.flatMap((one) => this.#options(one));
    if (options === undefined) return [whole];
    return whole.nullable === true ? [...options, { nullable: true, enum: [] }] : options;
  }

  /**
   * Returns the values that identify an object's class: of `type`, and of `op` if there is one.
   *
   * @param {Schema} object
   */
  #valuesOf({ properties = {} }) {
    const values = ["type", "op"].map((key) => properties[key] && this.#flat(properties[key]).enum);
    return values.map((one) => (one?.length === 1 ? String(one[0]) : undefined));
  }

  /** @param {Schema[]} objects */
  #isTold = (objects) => objects.length > 5 && objects.every((one) => this.#valuesOf(one)[0] !== undefined);

  /** @param {string} name @param {Schema[]} objects */
  #told(name, objects) {
    const groups = grouped(
      objects.map((one) => [
        this.#valuesOf(one)
          .filter((value) => value !== undefined)
          .join("/"),
        one,
      ]),
    );
    const made = Object.entries(groups).map(([told, ones]) => [
      told,
      this.#object(`event ${told}`, ones, ["type", "op"]),
    ]);
    this.cases[name] = sorted(Object.fromEntries(made));
    return name;
  }
}

/** @typedef {Awaited<ReturnType<typeof readZulipApi>>} ApiFacts */
