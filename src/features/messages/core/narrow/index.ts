/**
 * Narrows: from a client's terms and anchor to a page of messages in D1.
 *
 * In the realm, `parseTerms` reads the terms, and `resolveNarrow` replaces their names with ids, producing a `Filter`.
 * This becomes a `PagePlan` together with a `View` (what the viewer can see and has read) and a `PageRange` (which of
 * the matching messages are requested). In the Worker, `fetchPage` creates one statement from the plan. `compile`
 * decides which index to search; every condition that the index doesn't imply is tested on each message.
 */

export type { NarrowChannel, NarrowLocation, NarrowLookups } from "./filter.ts";
export { type Filter, onlyUnread } from "./filter.ts";
/** The narrow of an event queue, as a parameter of POST /register. */
export { eventNarrowSchema } from "./matches-event.ts";
export type { MessageRow } from "./message-row.ts";
/** In the Worker: the page described by a plan. */
export { fetchPage, fetchPageIds, pageQuery } from "./page.ts";
export { dependsOnVisibility, type PagePlan } from "./page-statement.ts";
/** Parameters that select which of the matching messages are returned. */
export { LARGER_THAN_ANY_ID, type PageRange, parseRange } from "./range.ts";
/** In the realm: terms with every name resolved for one viewer, using the realm's lookups. */
export { resolveNarrow } from "./resolve.ts";
export { conditionsOf, intersection, lastOf, scopeOf, unreadSpans } from "./scope.ts";
export {
  fetchReactions,
  MAX_REACTIONS,
  type ParticipantTuple,
  type ReactionTuple,
  type SideQueries,
  type SubmessageTuple,
} from "./side-queries.ts";
/** A narrow as clients send it, and its parser, which throws BAD_NARROW for invalid terms. */
export { narrowSchema, parseTerms, type Term } from "./terms.ts";
/** What the viewer can see and has read: the other half of a plan. */
export type { ReadState, Span, TopicReference, View, Visibility } from "./view.ts";
export { flagsOf, flagView } from "./viewer-flags.ts";
