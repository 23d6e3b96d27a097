import { expect } from "vitest";
import type { Json } from "../support/person.ts";

// Checks responses like a client that decodes them by the types in its table. A type is `number`, `[string]`,
// `{Class}`, `one of a b`, or alternatives separated by "|", where `undefined` means a missing field. It ends in "?" if
// the field can be null or missing, and in " by NAME" if one of the client's own functions reads the value. In a closed
// table, a field's type ends in "!" if it can't be missing, `*` is any other key, and a key that isn't in the table is
// an error.

type Classes = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Client {
  readonly answers: Classes;
  /** Classes that stand for one of several others, which `type`, or `type` and `op`, determine. */
  readonly cases: Classes;
  /** For keys to which the table doesn't apply: what one of the client's own functions reads, and from where. */
  readonly readers: Readonly<Record<string, Reader>>;
  readonly isClosed?: boolean;
}

/** Null for fields that aren't checked. */
type Reader = ((json: Json, key: string) => { readonly at: readonly string[]; readonly value: Json }) | null;

/** A checked field. */
export interface Site {
  readonly name: string;
  readonly path: readonly string[];
  readonly type: string;
}

interface Verdict {
  readonly complaints: string[];
  readonly sites: Site[];
}

const SIMPLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  null: (value) => value === null,
  undefined: (value) => value === undefined,
};

export function judge(client: Client, type: string, value: Json): Verdict {
  const verdict: Verdict = { complaints: [], sites: [] };
  judgeValue({ client, verdict }, { type, value, path: [], field: type });
  return verdict;
}

interface Judging {
  readonly client: Client;
  readonly verdict: Verdict;
}

interface Judged {
  readonly type: string;
  readonly value: Json;
  readonly path: readonly string[];
  /** The field of the table that contains the value. */
  readonly field: string;
}

function judgeValue(judging: Judging, { type: given, value, path, field }: Judged): void {
  const { client, verdict } = judging;
  const complain = () =>
    verdict.complaints.push(`${field}: ${path.join(".")} is ${JSON.stringify(value)?.slice(0, 60)}, not ${given}`);
  const options = alternatives(given.replace(/[?!]$/, ""));
  if (given.endsWith("?") && (value === null || value === undefined)) return;
  const fitting = options.filter((one) => fits(one, value));
  if (fitting.length > 1) {
    const verdicts = fitting.map((type) => {
      const one: Verdict = { complaints: [], sites: [] };
      judgeValue({ client, verdict: one }, { type, value, path, field });
      return one;
    });
    const [best] = verdicts.sort((a, b) => a.complaints.length - b.complaints.length);
    verdict.complaints.push(...(best?.complaints ?? []));
    if (!client.isClosed) verdict.sites.push(...(best?.sites ?? []));
    return;
  }
  const type = fitting[0] ?? options[0] ?? "any";
  const simple = SIMPLE[type];
  if (simple !== undefined) {
    if (!simple(value)) complain();
    return;
  }
  if (type.startsWith("one of ")) {
    if (!type.slice(7).split(" ").includes(String(value))) complain();
    return;
  }
  if (type === "GroupSettingValue" && typeof value === "number") return;
  const isList = type.startsWith("[");
  if (typeof value !== "object" || value === null || Array.isArray(value) !== isList) {
    complain();
    return;
  }
  if (isList || type.startsWith("{")) {
    for (const [key, item] of Object.entries(value))
      judgeValue(judging, { type: type.slice(1, -1), value: item, path: [...path, key], field });
    return;
  }
  const name = type === "GroupSettingValue" ? "GroupSettingValueNameless" : type;
  const cases = client.cases[name];
  const made = cases === undefined ? name : (cases[`${value.type}/${value.op}`] ?? cases[value.type]);
  if (made !== undefined) judgeObject(judging, { type: made, value, path, field });
  else if (name === "Message") complain();
  else if (client.isClosed)
    verdict.complaints.push(
      `${name}.${value.type}${value.op === undefined ? "" : `/${value.op}`}: ${path.join(".")} is not in the table`,
    );
}

/** Returns the alternatives of a type, without those inside brackets. */
function alternatives(type: string): readonly string[] {
  const known = parted.get(type);
  if (known !== undefined) return known;
  const all = type.includes("|") ? (type.match(/(?:\[.*?\]+|\{.*?\}+|[^|])+/g) ?? [type]) : [type];
  parted.set(type, all);
  return all;
}
const parted = new Map<string, readonly string[]>();

/** Returns true if a value can have one of several types. What the value contains isn't checked. */
function fits(type: string, value: Json): boolean {
  const simple = SIMPLE[type];
  if (simple !== undefined) return simple(value);
  if (type.startsWith("one of ")) return typeof value !== "object";
  return typeof value === "object" && value !== null && Array.isArray(value) === type.startsWith("[");
}

function judgeObject(judging: Judging, { type, value, path, field }: Judged): void {
  const { client, verdict } = judging;
  if (client.isClosed) {
    judgeClosed(judging, { type, value, path, field });
    return;
  }
  for (const [key, written] of Object.entries(client.answers[type] ?? {})) {
    const [of = "", name] = written.split(" by ");
    const reader = name === undefined ? undefined : client.readers[name];
    if (reader === null) continue;
    if (name !== undefined && reader === undefined) throw new Error(`Nothing says what ${name} reads.`);
    const found = reader?.(value, key) ?? { at: [key], value: value[key] };
    const at = [...path, ...found.at];
    if (found.value !== undefined && found.at.length > 0)
      verdict.sites.push({ name: `${type}.${key}`, path: at, type: of });
    judgeValue(judging, { type: of, value: found.value, path: at, field: `${type}.${key}` });
  }
}

function judgeClosed(judging: Judging, { type, value, path }: Judged): void {
  const { complaints, sites } = judging.verdict;
  const fields = judging.client.answers[type] ?? {};
  for (const key of Object.keys(value)) {
    const of = fields[key] ?? fields["*"];
    const field = `${type}.${key}`;
    if (of === undefined) complaints.push(`${field}: ${[...path, key].join(".")} is not in the table`);
    else {
      const at = [...path, key];
      sites.push({ name: field, path: at, type: of });
      judgeValue(judging, { type: of, value: value[key], path: at, field });
    }
  }
  for (const key in fields)
    if (!Object.hasOwn(value, key) && fields[key]?.endsWith("!"))
      complaints.push(`${type}.${key}: ${path.join(".")} lacks it`);
}

/**
 * Yields copies of a response, in each of which one field is missing or has another type, so that the client would
 * notice.
 */
export function* spoiled(client: Client, type: string, answer: Json): Generator<{ what: string; answer: Json }> {
  const seen = new Set<string>();
  for (const { name, path, type: of } of judge(client, type, answer).sites) {
    const parent = path.slice(0, -1);
    const key = path.at(-1) ?? "";
    const isThere = Object.hasOwn(
      parent.reduce((value, step) => value?.[step] ?? {}, answer),
      key,
    );
    if (seen.has(name) || !isThere || of.startsWith("any")) continue;
    seen.add(name);
    const changed = (change: (holder: Json) => void) => {
      const copy = structuredClone(answer);
      change(parent.reduce((value, step) => value[step], copy));
      return copy;
    };
    const options = alternatives(of.replace(/[?!]$/, ""));
    const isNeeded = client.isClosed ? of.endsWith("!") : !of.endsWith("?") && !options.includes("undefined");
    const takesNull = options.includes("null") || (!client.isClosed && of.endsWith("?"));
    if (isNeeded) yield { what: `${name} dropped`, answer: changed((holder) => delete holder[key]) };
    if (!takesNull) yield { what: `${name} null`, answer: changed((holder) => (holder[key] = null)) };
    const wrong = ["text", 0.5].find((one) => !options.some((option) => fits(option, one))) ?? [[]];
    yield { what: `${name} of another type`, answer: changed((holder) => (holder[key] = wrong)) };
    const owner = name.replace(/[^.]*$/, "another");
    if (!client.isClosed || seen.has(owner)) continue;
    seen.add(owner);
    yield { what: owner, answer: changed((holder) => (holder["another"] = 1)) };
  }
}

/**
 * Checks that a client can decode a response, and that it would notice if a field that it needs were missing, null, or
 * of another type.
 */
export function checkDecoded(client: Client, type: string, answer: Json): number {
  expect(judge(client, type, answer).complaints, type).toEqual([]);
  const mutations = [...spoiled(client, type, answer)];
  const unnoticed = mutations.filter((one) => judge(client, type, one.answer).complaints.length === 0);
  expect(unnoticed.map(({ what }) => what)).toEqual([]);
  return mutations.length;
}
