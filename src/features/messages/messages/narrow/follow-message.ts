import { narrowError } from "./bad-narrow.ts";
import type { NarrowLocation, NarrowLookups } from "./lookups.ts";
import type { Term } from "./terms.ts";

/**
 * The rule of `with` (messages.md 5): where its message is now takes the place of the conversation that the
 * narrow names, so that a link outlives a move. A message that cannot be seen leaves the narrow as it is.
 */
export function followMessage(terms: readonly Term[], lookups: NarrowLookups): readonly Term[] {
  const link = terms.find((term) => term.operator === "with");
  if (link === undefined) return terms;
  const place = lookups.location(link.operand);
  const rest = terms.filter((term) => term !== link);
  if (place !== undefined) return [...termsOf(place), ...rest.filter((term) => !namesConversation(term))];
  if (!isConversation(rest)) throw narrowError("Invalid 'with' operator");
  return rest;
}

function termsOf(place: NarrowLocation): Term[] {
  if (place.kind === "direct") return [{ operator: "dm", operand: place.participants, negated: false }];
  return [
    { operator: "channel", operand: place.channel, negated: false },
    { operator: "topic", operand: place.topic, negated: false },
  ];
}

const namesConversation = ({ operator, negated }: Term) =>
  !negated && (operator === "channel" || operator === "topic" || operator === "dm");

function isConversation(terms: readonly Term[]): boolean {
  const named = terms.filter(namesConversation).map(({ operator }) => operator);
  return named.includes("dm") || (named.includes("channel") && named.includes("topic"));
}
