import type { ChannelId, UserId } from "../ids.ts";
import { FIT, fold } from "../match.ts";
import { OPERATOR_NAMES, OPERATORS, type OperatorName } from "../routes/operators.ts";
import type { Term } from "../routes/place.ts";
import type { Directory } from "./directory.ts";
import type { Finder, NameMatch } from "./name-index.ts";
import { peopleNamed, type Token, tokensOf } from "./parse-search.ts";

export type Suggestion =
  /** Searches for the typed words. */
  | { readonly kind: "words"; readonly text: string }
  /** Replaces the typed text with terms. */
  | { readonly kind: "terms"; readonly terms: readonly Term[] }
  /** Completes an operator, ready for its operand. */
  | { readonly kind: "operator"; readonly operator: OperatorName; readonly negated: boolean }
  | { readonly kind: "recent"; readonly terms: readonly Term[] };

export interface TopicReference {
  readonly channel: ChannelId;
  readonly topic: string;
}

export interface Searchable {
  readonly directory: Directory;
  readonly people: Finder<UserId>;
  readonly channels: Finder<ChannelId>;
  readonly topics: Finder<TopicReference>;
  /** Earlier searches, newest first. */
  readonly recent: readonly (readonly Term[])[];
  /** Describes a term in the user's language. Typed text can also match this description, such as "unread". */
  describe(term: Term): string;
}

const FIRST: readonly OperatorName[] = ["channel", "topic", "sender", "mentions", "dm", "has", "is", "channels"];

/** Operators that make sense only once per search. For example, a message is in only one channel. */
const SINGLE: ReadonlySet<string> = new Set("channel topic sender dm near with id in channels".split(" "));

interface MatchOptions {
  readonly limit: number;
  /** Omits names that contain the typed text only within a word, or as scattered letters. */
  readonly clear?: boolean;
}

const thingsOf = <Thing>(found: readonly NameMatch<Thing>[], clear = false): Thing[] =>
  found.flatMap(({ thing, fit }) => (clear && fit >= FIT.within ? [] : [thing]));

/** Returns the token being typed: the last one, unless a space ended it. */
export function typedToken(text: string): Token | undefined {
  const last = tokensOf(text).at(-1);
  return last?.to === text.length ? last : undefined;
}

/** Returns suggestions for a text typed after some terms. */
export function suggest(typed: string, terms: readonly Term[], all: Searchable): Suggestion[] {
  const token = typedToken(typed);
  const taken = new Set(terms.flatMap((one) => (one.negated || !SINGLE.has(one.operator) ? [] : [one.operator])));
  const words: Suggestion[] = typed.trim() === "" ? [] : [{ kind: "words", text: typed.trim() }];
  if (token === undefined) return [...words, ...atStart(terms, taken, all)];
  if (token.operator !== undefined) return operandsFor(token.operator, token, terms, all);
  return [...words, ...byWord(token, terms, taken, all)];
}

function atStart(terms: readonly Term[], taken: ReadonlySet<string>, all: Searchable): Suggestion[] {
  const recent: Suggestion[] =
    terms.length > 0 ? [] : all.recent.slice(0, 4).map((search) => ({ kind: "recent", terms: search }));
  const operators = FIRST.filter((operator) => !taken.has(operator));
  return [...recent, ...operators.map((operator): Suggestion => ({ kind: "operator", operator, negated: false }))];
}

function operandsFor(operator: OperatorName, token: Token, terms: readonly Term[], all: Searchable): Suggestion[] {
  const kind = OPERATORS[operator].operand;
  const term = (operand: Term["operand"]): Term => ({ operator, operand, ...(token.negated && { negated: true }) });
  const one = (operand: Term["operand"]): Suggestion => ({ kind: "terms", terms: [term(operand)] });
  switch (kind) {
    case "channel":
      return all.channels.find(token.operand, 8).map(({ thing }) => one(thing));
    case "topic":
      return topics(token, terms, all, { limit: 8 });
    case "person":
      return people(token.operand, all, { limit: 8 }).map((id) => one(personOperand(id, all)));
    case "people": {
      const names = token.operand.split(",");
      const before = peopleNamed(names.slice(0, -1).join(","), all.directory).filter((id) => id !== undefined);
      const others = people((names.at(-1) ?? "").trim(), all, { limit: 8 + before.length });
      const { me } = all.directory;
      return others
        .filter((id) => !before.includes(id))
        .map((id) => one([...before, id].filter((each) => each !== me).sort((a, b) => a - b)));
    }
    case "message":
      return /^\d+$/.test(token.operand) ? [one(Number(token.operand))] : [];
    default:
      return kind.filter((value) => isMeant(term(value), token.operand, all)).map(one);
  }
}

/** True if the typed text starts a term's value, or a word of its description. */
function isMeant(term: Term, typed: string, all: Searchable): boolean {
  const start = fold(typed);
  const texts = [String(term.operand), ...fold(all.describe(term)).split(/[^\p{L}\p{N}]+/u)];
  return texts.some((text) => text.startsWith(start));
}

const personOperand = (id: UserId, { directory }: Searchable) => (id === directory.me ? "me" : id);

/** Finds people who match the typed text. The user is also found as "me". */
function people(typed: string, all: Searchable, { limit, clear }: MatchOptions): UserId[] {
  const me = typed !== "" && "me".startsWith(typed.toLowerCase()) ? [all.directory.me] : [];
  const found = thingsOf(all.people.find(typed, limit), clear);
  return [...me, ...found.filter((id) => !me.includes(id))].slice(0, limit);
}

function topics(
  { operand, negated }: Token,
  terms: readonly Term[],
  all: Searchable,
  wanted: MatchOptions,
): Suggestion[] {
  const channel = terms.find((term) => term.operator === "channel" && !term.negated)?.operand;
  const inChannel = (topic: TopicReference) => (channel === undefined || topic.channel === channel ? 0 : -Infinity);
  return thingsOf(all.topics.find(operand, wanted.limit, inChannel), wanted.clear).map((topic) => ({
    kind: "terms",
    terms: [
      ...(channel === undefined && !negated ? [{ operator: "channel", operand: topic.channel }] : []),
      { operator: "topic", operand: topic.topic, ...(negated && { negated }) },
    ],
  }));
}

/**
 * Returns suggestions for a word: operators and values that start with it, and channels, topics and people whose names
 * match it.
 */
function byWord(token: Token, terms: readonly Term[], taken: ReadonlySet<string>, all: Searchable): Suggestion[] {
  const { operand: typed, negated, quoted } = token;
  if (quoted || typed === "") return [];
  const open = (operator: OperatorName) => negated || !taken.has(operator);
  const term = (operator: OperatorName, operand: Term["operand"]): Suggestion => ({
    kind: "terms",
    terms: [{ operator, operand, ...(negated && { negated }) }],
  });
  const operators = OPERATOR_NAMES.filter((name) => open(name) && name.startsWith(typed.toLowerCase()));
  const values = (["is", "has", "channels"] as const).flatMap((operator) =>
    open(operator)
      ? OPERATORS[operator].operand.flatMap((value) =>
          typed.length > 1 && isMeant({ operator, operand: value }, typed, all) ? [term(operator, value)] : [],
        )
      : [],
  );
  const persons = people(typed, all, { limit: 3, clear: true });
  return [
    ...operators.map((operator): Suggestion => ({ kind: "operator", operator, negated })),
    ...values,
    ...(open("channel") ? thingsOf(all.channels.find(typed, 3), true).map((id) => term("channel", id)) : []),
    ...(open("topic") ? topics(token, terms, all, { limit: 3, clear: true }) : []),
    ...(open("sender") ? persons.map((id) => term("sender", personOperand(id, all))) : []),
    ...(open("dm") && !negated ? persons.slice(0, 2).map((id) => term("dm", id === all.directory.me ? [] : [id])) : []),
  ];
}
