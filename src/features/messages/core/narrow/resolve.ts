import { raise } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../../../protocol/limits.ts";
import { nameKey } from "../../../../protocol/name-key.ts";
import { parseSearch } from "../search/index.ts";
import type { ChannelIds, Condition, Filter, NarrowChannel, NarrowLocation, NarrowLookups, Test } from "./filter.ts";
import { narrowError, type Term, type UserReference } from "./terms.ts";

/**
 * Resolves the `with` operator (messages.md 5). Replaces the narrow's conversation with the current one of the
 * operator's message, so that links stay valid when messages move. If the viewer can't see the message, the narrow
 * keeps its conversation, or throws if it names none.
 */
function resolveWith(terms: readonly Term[], lookups: NarrowLookups): readonly Term[] {
  const link = terms.find((term) => term.operator === "with");
  if (link === undefined) return terms;
  const location = lookups.location(link.operand);
  const rest = terms.filter((term) => term !== link);
  if (location !== undefined) return [...termsOf(location), ...rest.filter((term) => !namesConversation(term))];
  if (!isConversation(rest)) throw narrowError("Invalid 'with' operator");
  return rest;
}

function termsOf(location: NarrowLocation): Term[] {
  if (location.kind === "direct") return [{ operator: "dm", operand: location.participants, negated: false }];
  return [
    { operator: "channel", operand: location.channel, negated: false },
    { operator: "topic", operand: location.topic, negated: false },
  ];
}

const namesConversation = ({ operator, negated }: Term) =>
  !negated && (operator === "channel" || operator === "topic" || operator === "dm");

function isConversation(terms: readonly Term[]): boolean {
  const named = terms.filter(namesConversation).map(({ operator }) => operator);
  return named.includes("dm") || (named.includes("channel") && named.includes("topic"));
}

/**
 * Resolves the names in a narrow to ids for one viewer. Throws if a name refers to nothing the viewer can see
 * (messages.md 5).
 */
export function resolveNarrow(terms: readonly Term[], lookups: NarrowLookups): Filter {
  const resolved = resolveWith(terms, lookups);
  const conditions = resolved.flatMap((term): Condition[] => {
    const test = testOf(term, lookups);
    return test === undefined ? [] : [{ ...test, negated: term.negated }];
  });
  return { base: baseOf(resolved, lookups), conditions: distinct(conditions) };
}

const distinct = (conditions: readonly Condition[]): Condition[] => [
  ...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values(),
];

function testOf(term: Term, lookups: NarrowLookups): Test | undefined {
  switch (term.operator) {
    case "channel":
      return { kind: "conversations", ids: [channelOf(term.operand, lookups).conversation] };
    case "channels":
      return { kind: "conversations", ids: lookups.channels(term.operand).map(({ conversation }) => conversation) };
    case "topic":
      return { kind: "topic", key: topicKeyOf(term.operand) };
    case "dm": {
      const conversation = lookups.directConversation(participantsOf(term.operand, lookups));
      return { kind: "conversations", ids: conversation === undefined ? [] : [conversation] };
    }
    case "dm-including": {
      const user = userOf(term.operand, lookups);
      return { kind: "conversations", ids: lookups.directConversationsIncluding(user, term) };
    }
    case "sender":
      return { kind: "sender", id: userOf(term.operand, lookups) };
    case "mentions":
      return { kind: "mentions", id: userOf(term.operand, lookups) };
    case "search":
      return { kind: "search", query: parseSearch(term.operand) };
    case "id":
      return { kind: "ids", ids: [term.operand] };
    case "has":
      return { kind: "has", what: term.operand };
    case "is":
      return { kind: "is", what: term.operand };
    case "in":
      return term.operand === "home" ? { kind: "home" } : undefined;
    case "near":
    case "with":
      return undefined;
    default:
      return term satisfies never;
  }
}

/**
 * Returns the base of a filter (messages.md 4, "Search base"): the history of the channels that all channel terms
 * include, if the viewer has access to it. If a term concerns the viewer's flags, even negated, the base is the
 * messages that the viewer received.
 */
function baseOf(terms: readonly Term[], lookups: NarrowLookups): Filter["base"] {
  if (terms.some((term) => term.operator === "is" && term.operand !== "resolved")) return { kind: "own" };
  const open = terms.flatMap((term): (readonly NarrowChannel[])[] => {
    if (term.negated) return [];
    if (term.operator === "channels") {
      return term.operand === "public" && !lookups.isGuest ? [lookups.channels("public")] : [];
    }
    if (term.operator !== "channel") return [];
    const channel = channelOf(term.operand, lookups);
    return channel.fullHistory ? [[channel]] : [];
  });
  const [first, ...others] = open;
  if (first === undefined) return { kind: "own" };
  const agreed = first.filter(({ channel }) => others.every((list) => list.some((other) => other.channel === channel)));
  return { kind: "history", channels: agreed.map(channelIds) };
}

const channelIds = ({ channel, conversation }: NarrowChannel): ChannelIds => ({ channel, conversation });

function channelOf(operand: number | string, lookups: NarrowLookups): NarrowChannel {
  const channel =
    typeof operand === "number"
      ? lookups.channelById(operand)
      : (lookups.channelByName(operand) ?? (/^\d+$/.test(operand) ? lookups.channelById(Number(operand)) : undefined));
  if (channel === undefined) throw narrowError(`unknown channel ${operand}`);
  return channel;
}

/** Returns the key of a topic. The empty topic's display name means the empty topic (conventions.md 8). */
function topicKeyOf(topic: string): string {
  const key = nameKey(topic);
  return key === nameKey(EMPTY_TOPIC_DISPLAY_NAME) ? "" : key;
}

function find(reference: UserReference, lookups: NarrowLookups): UserId | undefined {
  if (reference === "me") return lookups.viewer;
  return typeof reference === "number" ? lookups.userById(reference) : lookups.userByEmail(reference);
}

const userOf = (reference: UserReference, lookups: NarrowLookups): UserId =>
  find(reference, lookups) ?? raise(narrowError(`unknown user ${reference}`));

function participantsOf(references: readonly UserReference[], lookups: NarrowLookups): UserId[] {
  const found = references.map((reference) => {
    const user = find(reference, lookups);
    if (user === undefined) throw narrowError(`unknown user in ${references.join(",")}`);
    return user;
  });
  return [...new Set([lookups.viewer, ...found])].sort((a, b) => a - b);
}
