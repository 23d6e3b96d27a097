/**
 * Narrows: from a client's terms and anchor to a page of messages in D1.
 *
 * In the realm, `parseTerms` reads the terms, `resolveNarrow` replaces their names by ids, which makes them a `Filter`,
 * and the filter becomes a `PagePlan` together with a `View` (what the viewer may see and has read) and a `PageRange`
 * (which of the matching messages are wanted). In the Worker, `fetchPage` makes one statement of the plan: `compile`
 * decides by which index to look for messages, and every condition that the index does not imply is tested on each.
 */

/** The resolved narrow, and the same narrowed further. */
export { type Filter, onlyUnread } from "./filter.ts";
export type { NarrowChannel, NarrowLocation, NarrowLookups } from "./lookups.ts";
/** The narrow of an event queue, for the parameter of POST /register. */
export { eventNarrowSchema } from "./matches-event.ts";
export type { MessageRow } from "./message-row.ts";
/** In the Worker: the page that a plan describes. */
export { fetchPage, fetchPageIds, pageQuery } from "./page.ts";
export { dependsOnVisibility, type PagePlan } from "./page-statement.ts";
/** The parameters that say which of the matching messages are wanted. */
export { LARGER_THAN_ANY_ID, type PageRange, parseRange } from "./range.ts";
/** In the realm: terms with every name resolved for one viewer, by look-ups that the realm answers. */
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
/** A narrow as clients send it, for the parameter, and its terms: BAD_NARROW where they make no sense. */
export { narrowSchema, parseTerms, type Term } from "./terms.ts";
/** The messages that the viewer may see and has read: the other half of a plan. */
export type { ReadState, Span, TopicReference, View, Visibility } from "./view.ts";
/** The flags of a row, as the viewer has them. */
export { flagsOf, flagView } from "./viewer-flags.ts";
