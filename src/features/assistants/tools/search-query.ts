import type { Caller } from "./caller.ts";
import { type Channel, channelNamed, channelsOf } from "./channels.ts";
import type { Term } from "./conversation.ts";
import { peopleNamed } from "./people-list.ts";

const PEOPLE = new Set(["from", "sender", "mentions", "dm-including"]);
const OPERATOR = /^(-?)(channels?|stream|topic|from|sender|mentions|dm|dm-including|has|is|in|with|id):(.+)$/is;

interface SearchOperator {
  readonly operator: string;
  readonly value: string;
  readonly negated: boolean;
}

/** Parses a search as users type it: operators, and words that are all searched for. */
export async function termsOf(caller: Caller, query: string): Promise<readonly Term[]> {
  const words: string[] = [];
  const said: SearchOperator[] = [];
  for (const piece of query.match(/(?:[^\s"]|"[^"]*")+/g) ?? []) {
    const [, sign, operator = "", value = ""] = OPERATOR.exec(piece) ?? [];
    if (sign === undefined) words.push(piece);
    else said.push({ operator: operator.toLowerCase(), value: value.replaceAll('"', ""), negated: sign === "-" });
  }
  const names = [...new Set(said.flatMap(namesIn))];
  const people = await peopleNamed(caller, names);
  const channels = said.some(isOfChannel) ? await channelsOf(caller) : [];
  const known = { channels, people: new Map(names.map((name, at) => [name, people[at] ?? 0])) };
  const terms = said.map((one) => termOf(one, known));
  return words.length === 0 ? terms : [...terms, { operator: "search", operand: words.join(" ") }];
}

const isOfChannel = ({ operator }: SearchOperator) => operator === "channel" || operator === "stream";

function namesIn({ operator, value }: SearchOperator): readonly string[] {
  if (PEOPLE.has(operator)) return [value];
  return operator === "dm" ? value.split(",") : [];
}

interface SearchContext {
  readonly channels: readonly Channel[];
  readonly people: ReadonlyMap<string, number>;
}

function termOf(said: SearchOperator, { channels, people }: SearchContext): Term {
  const { operator, value, negated } = said;
  if (isOfChannel(said))
    return { operator, operand: channelNamed(channels, value.replace(/^#/, "")).stream_id, negated };
  const ids = namesIn(said).flatMap((name) => people.get(name) ?? []);
  if (operator === "dm") return { operator, operand: ids, negated };
  return { operator, operand: ids[0] ?? value, negated };
}
