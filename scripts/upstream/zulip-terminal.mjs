import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sorted } from "./dart.mjs";

const TYPES = "zulipterminal/api_types.py";

/** @param {string} checkout */
export const isZulipTerminal = (checkout) => existsSync(join(checkout, TYPES));

/** The fields that identify the class of an event. */
const TELLING = ["type", "op"];

const SIMPLE = new Map(Object.entries({ int: "number", str: "string", bool: "boolean", Any: "any" }));

/**
 * Reads what the terminal client reads from responses and events, from the typed dictionaries of its sources.
 * @param {string} checkout
 * @returns {import("./zulip-flutter.mjs").AppFacts}
 */
export function readZulipTerminal(checkout) {
  const text = readFileSync(join(checkout, TYPES), "utf8").replace(/ *#.*/g, "");
  const all = [...text.matchAll(/^class (\w+)\(TypedDict(, total=False)?\):\n((?:(?: {4}.*)?\n)*)/gm)].map(
    ([, name = "", isPartial, body = ""]) => ({
      name,
      isPartial: isPartial !== undefined,
      fields: [...body.matchAll(/^ {4}(\w+): (.+)/gm)].map(([, field = "", type = ""]) => ({ field, type })),
    }),
  );
  // Excludes the dictionaries that the client sends.
  const classes = all.filter(({ name }) => !/(?:Composition|Request)$/.test(name));
  const names = new Set(classes.map(({ name }) => name));
  /** @param {string} type @returns {string} */
  const typeOf = (type) => {
    const [, outer, inner = ""] = /^(\w+)\[(.*)\]$/.exec(type) ?? [];
    if (outer === "Optional" || outer === "NotRequired") return `${typeOf(inner)}?`;
    if (outer === "List") return `[${typeOf(inner)}]`;
    if (outer === "Dict") return `{${typeOf(inner.replace(/^\w+, /, ""))}}`;
    if (outer === "Literal") return `one of ${inner.replaceAll(/[",]/g, "")}`;
    return SIMPLE.get(type) ?? (names.has(type) ? type : "string");
  };
  const version = join(checkout, "zulipterminal/version.py");
  const [, events = ""] = /^Event = Union\[([^\]]*)/m.exec(text) ?? [];
  const told = classes.filter(({ name }) => events.split(/\W+/).includes(name));
  return {
    client: "zulip-terminal",
    version: existsSync(version) ? (/ZT_VERSION = "([^"]+)"/.exec(readFileSync(version, "utf8"))?.[1] ?? null) : null,
    minimum_level: 0,
    levels: [],
    agents: [],
    requests: {},
    answers: sorted(
      Object.fromEntries(
        classes.map(({ name, isPartial, fields }) => [
          name,
          sorted(
            Object.fromEntries(
              fields
                .filter(({ field, type }) => !TELLING.includes(field) || !type.startsWith("Literal"))
                .map(({ field, type }) => [field, typeOf(type) + (isPartial ? "?" : "")]),
            ),
          ),
        ]),
      ),
    ),
    cases: {
      Event: sorted(
        Object.fromEntries(
          told.map(({ name, fields }) => [
            TELLING.flatMap(
              (key) => /^Literal\["(\w+)"\]$/.exec(fields.find(({ field }) => field === key)?.type ?? "")?.[1] ?? [],
            ).join("/"),
            name,
          ]),
        ),
      ),
    },
    unread: [],
  };
}
