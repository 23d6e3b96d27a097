import type { NarrowLocation, NarrowLookups } from "./lookups.ts";
import { narrowError } from "./narrow-errors.ts";
import type { Term } from "./terms.ts";

/**
 * Resolves the `with` operator (messages.md 5): the current conversation of its message replaces the one in the narrow,
 * so that links stay valid when messages move. If the viewer can't see the message, the narrow stays the same.
 */
export function resolveWith(terms: readonly Term[], lookups: NarrowLookups): readonly Term[] {
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
