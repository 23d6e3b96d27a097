import type { Json } from "../support/person.ts";

// Judges answers as a client would that decodes them by the types of its table. A type is `number`, `[string]`,
// `{Class}`, `one of a b`; it ends in "?" if the field can be null or missing, and in " by NAME" if a function of the
// client's own finds the value.

type Classes = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Client {
  readonly answers: Classes;
  /** Classes that are one of several, by the value of `type`, or of `type` and `op`. */
  readonly cases: Classes;
  /** What the client's functions find for a key, and of which type, if not the one in the table. */
  readonly readers: Readonly<Record<string, Reader>>;
}

/** Null for what isn't judged. */
type Reader = ((json: Json, key: string) => { readonly at: readonly string[]; readonly value: Json }) | null;

/** A field that was judged. */
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
};

export function judge(client: Client, type: string, value: Json): Verdict {
  const verdict: Verdict = { complaints: [], sites: [] };
  judgeValue({ client, verdict }, { type, value, path: [] });
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
}

function judgeValue(judging: Judging, { type: given, value, path }: Judged): void {
  const { client, verdict } = judging;
  const complain = () =>
    verdict.complaints.push(`${path.join(".")} is ${JSON.stringify(value)?.slice(0, 60)}, not ${given}`);
  const type = given.replace(/\?$/, "");
  if (type !== given && (value === null || value === undefined)) return;
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
      judgeValue(judging, { type: type.slice(1, -1), value: item, path: [...path, key] });
    return;
  }
  const name = type === "GroupSettingValue" ? "GroupSettingValueNameless" : type;
  const cases = client.cases[name];
  const made = cases === undefined ? name : (cases[`${value.type}/${value.op}`] ?? cases[value.type]);
  if (made !== undefined) judgeObject(judging, { type: made, value, path });
  else if (name === "Message") complain();
}

function judgeObject(judging: Judging, { type, value, path }: Judged): void {
  const { client, verdict } = judging;
  for (const [key, written] of Object.entries(client.answers[type] ?? {})) {
    const [of = "", name] = written.split(" by ");
    const reader = name === undefined ? undefined : client.readers[name];
    if (reader === null) continue;
    if (name !== undefined && reader === undefined) throw new Error(`Nothing says what ${name} reads.`);
    const found = reader?.(value, key) ?? { at: [key], value: value[key] };
    const at = [...path, ...found.at];
    if (found.value !== undefined && found.at.length > 0)
      verdict.sites.push({ name: `${type}.${key}`, path: at, type: of });
    judgeValue(judging, { type: of, value: found.value, path: at });
  }
}

/** Copies of an answer, each with one field dropped, or of another type, that the client would notice. */
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
    if (!of.endsWith("?")) yield { what: `${name} dropped`, answer: changed((holder) => delete holder[key]) };
    if (!of.endsWith("?")) yield { what: `${name} null`, answer: changed((holder) => (holder[key] = null)) };
    yield {
      what: `${name} of another type`,
      answer: changed((holder) => (holder[key] = of.startsWith("[") ? "text" : [[]])),
    };
  }
}
