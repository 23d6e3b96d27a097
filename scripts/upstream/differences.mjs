/**
 * @typedef {import("./zulip-api.mjs").ApiFacts} ApiFacts
 * @typedef {import("./zulip-flutter.mjs").AppFacts} AppFacts
 * @typedef {import("./zulip-server.mjs").ServerFacts} ServerFacts
 */

const needed = (/** @type {string} */ type) => (/\?( by |$)/.test(type) ? "" : ", and needs it");

/**
 * Returns a sentence for each difference between an app and its table.
 * @param {AppFacts} before @param {AppFacts} after
 */
export function appDifferences(before, after) {
  /** @type {string[]} */
  const told = [];
  if (before.version !== after.version) told.push(`The version is ${after.version}; the table has ${before.version}.`);
  if (before.minimum_level !== after.minimum_level)
    told.push(`It refuses servers below level ${after.minimum_level}, not ${before.minimum_level}.`);
  for (const level of after.levels) if (!before.levels.includes(level)) told.push(`It asks for level ${level}.`);
  for (const agent of after.agents) if (!before.agents.includes(agent)) told.push(`It calls itself ${agent}.`);
  for (const [name, one, other] of pairs(before.requests, after.requests)) {
    if (other === undefined) told.push(`It no longer calls ${one?.method} ${one?.path} (${name}).`);
    else if (one === undefined) told.push(`It calls ${other.method} ${other.path} (${name}).`);
    else {
      if (one.method !== other.method || one.path !== other.path)
        told.push(`${name} calls ${other.method} ${other.path}, not ${one.method} ${one.path}.`);
      told.push(...sentDifferences(name, one.sends, other.sends));
    }
  }
  for (const [name, one, other] of pairs(before.answers, after.answers))
    for (const [field, was, is] of pairs(one ?? {}, other ?? {})) {
      if (was === is) continue;
      if (is === undefined) told.push(`It no longer reads ${name}.${field}.`);
      else if (was === undefined) told.push(`It reads ${name}.${field} (${is})${needed(is)}.`);
      else told.push(`It reads ${name}.${field} as ${is}, not ${was}.`);
    }
  for (const [name, one, other] of pairs(before.cases, after.cases))
    for (const [value, was, is] of pairs(one ?? {}, other ?? {})) {
      if (was === is) continue;
      told.push(is === undefined ? `It no longer knows ${name} ${value}.` : `It reads ${name} ${value} as ${is}.`);
    }
  for (const what of after.unread) if (!before.unread.includes(what)) told.push(`This could not be read: ${what}`);
  return told;
}

/** @param {string} name @param {Record<string, unknown>} before @param {Record<string, unknown>} after */
function sentDifferences(name, before, after) {
  /** @type {string[]} */
  const told = [];
  for (const [field, was, is] of pairs(before, after)) {
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const value = typeof is === "object" ? JSON.stringify(is) : is;
    told.push(is === undefined ? `${name} no longer sends ${field}.` : `${name} sends ${field}: ${value}.`);
  }
  return told;
}

/**
 * Returns a sentence for each difference between an API description and its table.
 * @param {ApiFacts} before @param {ApiFacts} after
 */
export function apiDifferences(before, after) {
  /** @type {string[]} */
  const told = [];
  /** @param {string} where @param {Record<string, string>} was @param {Record<string, string>} is */
  const compare = (where, was, is) => {
    for (const [name, one, other] of pairs(was, is))
      if (other === undefined) told.push(`${where} no longer has ${name}.`);
      else if (one !== other) told.push(`${where} has ${name}${other === "" ? "" : ` (${other})`}.`);
  };
  const listed = (/** @type {string} */ names) =>
    Object.fromEntries(names.split(" ").flatMap((name) => (name === "" ? [] : [[name, ""]])));
  const fieldsOf = (/** @type {Record<string, string>} */ types = {}) =>
    Object.fromEntries(Object.entries(types).flatMap(([type, keys]) => keys.split(" ").map((key) => [key, type])));
  if (before.level !== after.level) told.push(`Its level is ${after.level}; the table has ${before.level}.`);
  for (const [name, was, is] of pairs(before.requests, after.requests)) {
    if (was === undefined || is === undefined) told.push(`${name} is ${is === undefined ? "gone" : "new"}.`);
    compare(name, listed(was ?? ""), listed(is ?? ""));
  }
  for (const [name, was, is] of pairs(before.answers, after.answers))
    compare(`The answer ${name}`, fieldsOf(was), fieldsOf(is));
  for (const [name, was, is] of pairs(before.cases, after.cases)) compare(name, was ?? {}, is ?? {});
  return told;
}

/**
 * Returns a sentence for each level of a server's changelog after the one that was read last.
 * @param {Pick<ServerFacts, "level">} before @param {ServerFacts} after
 */
export const serverDifferences = (before, after) =>
  Object.keys(after.levels)
    .map(Number)
    .filter((level) => level > before.level)
    .sort((a, b) => a - b)
    .map((level) => {
      const named = after.levels[level] ?? [];
      return `Level ${level} is new${named.length === 0 ? "" : `, about ${named.join(", ")}`}.`;
    });

/**
 * @template T @param {Readonly<Record<string, T>>} before @param {Readonly<Record<string, T>>} after
 * @returns {[string, T | undefined, T | undefined][]}
 */
const pairs = (before, after) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().map((key) => [key, before[key], after[key]]);
