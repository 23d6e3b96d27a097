/** Narrows: from a client's terms and anchor to a page of messages from the bulk store. */
export type { Filter } from "./filter.ts";
export { onlyIds, onlyUnread } from "./filter.ts";
export { type FlagName, flagNames, flagsOf, flagView, PersonalFlag } from "./flags.ts";
export type { MessagePlace, NarrowChannel, NarrowLookups } from "./lookups.ts";
export { checkEventNarrow, type EventNarrow, eventNarrowSchema, matchesEvent } from "./matches-event.ts";
export type { MessageRow } from "./message-row.ts";
export { fetchPage, fetchPageIds } from "./page.ts";
export type { Page } from "./page-of-rows.ts";
export type { PagePlan } from "./page-statement.ts";
export { type Range, type RangeParameters, readRange } from "./range.ts";
export { resolveNarrow } from "./resolve.ts";
export { narrowSchema, readTerms, type Term } from "./terms.ts";
export type { ReadState, Span, TopicReference, View, Visibility } from "./view.ts";
