import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { items, sorted, within } from "./dart.mjs";
import { facts } from "./zod.mjs";

// Reads what libraries in other languages request and read, from calls of one function with literal paths.

/** @typedef {import("./zulip-flutter.mjs").AppFacts} AppFacts */

const PYTHON = "zulip/zulip/__init__.py";

/** @param {string} checkout */
export const isPythonZulipApi = (checkout) => existsSync(join(checkout, PYTHON));

/** @param {string} checkout */
export const isZulipJs = (checkout) => folderOf(checkout) !== undefined;

/** @param {string} checkout */
export const isGozulipbot = (checkout) =>
  existsSync(join(checkout, "queue.go")) && existsSync(join(checkout, "message.go"));

/** Returns the folder that has the code: the sources, or the files of the package. @param {string} checkout */
const folderOf = (checkout) => ["src", "lib"].find((folder) => existsSync(join(checkout, folder, "events_wrapper.js")));

/** @param {string} method @param {string} path @param {readonly string[]} names */
const request = (method, path, names) => ({
  method,
  path: path.replace(/\?.*$/, ""),
  answer: null,
  sends: sorted(Object.fromEntries(names.map((name) => [name, "*"]))),
});

/** @param {Iterable<RegExpMatchArray>} matches */
const firsts = (matches) => [...matches].map((one) => one.slice(1).find((group) => group !== undefined) ?? "");

/** @param {string} checkout @returns {AppFacts} */
export function readPythonZulipApi(checkout) {
  const text = readFileSync(join(checkout, PYTHON), "utf8");
  const methods = text.split(/^ {4}def /m).slice(1);
  /** @type {AppFacts["requests"]} */
  const requests = {};
  for (const method of methods) {
    const call = method.indexOf("self.call_endpoint(");
    if (call === -1) continue;
    const given = items(within(method, method.indexOf("(", call)));
    const named = new Map(
      given.map((one) => /^(\w+)=(.*)$/s.exec(one)?.slice(1) ?? ["url", one]).map(([a, b]) => [a ?? "", b ?? ""]),
    );
    const written = (/** @type {string} */ name) => {
      const value = named.get(name) ?? "";
      if (value !== name) return value;
      return (
        new RegExp(`^ +${name}(?:: [^=]*)? = (f?"[^"]*"|\\{[^}]*\\}|dict\\([^)]*\\))`, "m").exec(method)?.[1] ?? ""
      );
    };
    const path = /"([^"]*)"/.exec(written("url"))?.[1] ?? "";
    const sends = written("request");
    requests[/^\w+/.exec(method)?.[0] ?? ""] = request(
      (named.get("method") ?? "POST").replaceAll('"', ""),
      path.replace(/%\w|\{[^}]*\}/g, ":id"),
      [
        ...(sends.startsWith("dict(") ? firsts(sends.matchAll(/(\w+)=/g)) : firsts(sends.matchAll(/"(\w+)":/g))),
        ...firsts(path.matchAll(/[?&](\w+)=/g)),
        ...(named.has("files") ? ["file"] : []),
      ],
    );
  }
  return facts("python-zulip-api", {
    version: /^__version__ = "([^"]+)"/m.exec(text)?.[1] ?? null,
    levels: firsts(text.matchAll(/feature_level (?:>=|<|>|<=) (\d+)/g)).map(Number),
    agents: firsts(text.matchAll(/return "(\w+\/)" \+ __version__/g)),
    requests,
    answers: readAnswers(text, /\b(res|response|result|server_settings|event)(?:\["(\w+)"\]|\.get\("(\w+)")/g),
  });
}

/**
 * Returns the fields that code reads from responses, by the name of the variable.
 *
 * @param {string} text
 * @param {RegExp} pattern
 */
function readAnswers(text, pattern) {
  /** @type {AppFacts["answers"]} */
  const answers = {};
  for (const [, name = "", needed, wanted = ""] of text.matchAll(pattern)) {
    answers[name] ??= {};
    answers[name][needed ?? wanted] = needed === undefined ? "any?" : "any";
  }
  return answers;
}

/** @param {string} checkout @returns {AppFacts} */
export function readZulipJs(checkout) {
  const folder = join(checkout, folderOf(checkout) ?? "");
  /** @type {AppFacts["requests"]} */
  const requests = {};
  for (const file of readdirSync(join(folder, "resources"))
    .filter((name) => name.endsWith(".js"))
    .sort()) {
    const text = readFileSync(join(folder, "resources", file), "utf8");
    /** @param {string} name @param {number} before @returns {string} */
    const path = (name, before) => {
      const at = text.slice(0, before).lastIndexOf(`${name} = `);
      const written = text.slice(at, text.indexOf(";", at));
      const parts = written.includes("`")
        ? (/`([^`]*)`/.exec(written)?.[1] ?? "").match(/\$\{[^}]*\}|[^$]+/g)
        : firsts(written.matchAll(/\.concat\(([^()]*)\)/g)).flatMap(items);
      return (parts ?? [])
        .map((part) => {
          const variable = /^(?:\$\{)?(\w[\w.]*)\}?$/.exec(part)?.[1];
          if (variable === undefined) return part.replaceAll('"', "");
          return variable === "config.apiURL" ? "" : /URL$/.test(variable) ? path(variable, at) : ":id";
        })
        .join("");
    };
    const calls =
      /\b(?:api|helper\.fetch)\((\w+)(?:\([^)]*\))?, (?:config, |\{\s*method: )(?:'(\w+)'|\w+)(?:, \{\s*(\w+):)?/g;
    for (const { index, 1: url = "", 2: method, 3: sent } of text.matchAll(calls)) {
      const methods = method === undefined ? firsts(text.matchAll(/'(POST|DELETE)'/g)) : [method];
      const names = [...(sent === undefined ? [] : [sent]), ...firsts(text.matchAll(/form\.append\('(\w+)'/g))];
      const to = path(url, index).replace(/^\//, "");
      for (const one of methods) requests[`${one} ${to}`] = request(one, to, names);
    }
  }
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const wrapper = readFileSync(join(folder, "events_wrapper.js"), "utf8");
  return facts("zulip-js", { version, requests, answers: readAnswers(wrapper, /\b(res|event)\.(\w+)/g) });
}

const GO = new Map(Object.entries({ int: "number?", bool: "boolean?", string: "string?", "[]interface{}": "[any]?" }));

/** @param {string} checkout @returns {AppFacts} */
export function readGozulipbot(checkout) {
  const files = readdirSync(checkout)
    .filter((name) => /^(?!.*_test).*\.go$/.test(name))
    .sort();
  const text = files.map((file) => readFileSync(join(checkout, file), "utf8")).join("\n");
  /** @type {AppFacts["requests"]} */
  const requests = {};
  for (const body of text.split(/^func /m)) {
    const [, method = "", literal, name] = /constructRequest\("(\w+)", (?:"([^"]*)"|(\w+))/.exec(body) ?? [];
    if (method === "") continue;
    const path = literal ?? new RegExp(`\\b${name} := "([^"]*)"`).exec(body)?.[1] ?? "";
    const names = firsts(body.matchAll(/\.Set\("(\w+)"|["`]&?(\w+)=/g));
    const { path: to, ...rest } = request(method, path, names);
    requests[`${method} ${to}`] = { ...rest, path: to };
  }
  /** @type {AppFacts["answers"]} */
  const answers = {};
  for (const [, name = "", body = ""] of text.matchAll(/^type (\w+) struct \{\n(.*?)^\}/gms))
    for (const [, type = "", key = ""] of body.matchAll(/^\t\w+ +(\S+) +`json:"(\w+)"`/gm)) {
      answers[name] ??= {};
      answers[name][key] = GO.get(type) ?? "any?";
    }
  return facts("gozulipbot", { requests, answers });
}
