import type { ChannelId, ConversationId, UserId } from "../../../../protocol/ids.ts";
import type { SearchQuery } from "../search/index.ts";
import type { Contents, State } from "./terms.ts";

export type Test =
  | { readonly kind: "conversations"; readonly ids: readonly ConversationId[] }
  | { readonly kind: "topic"; readonly key: string }
  | { readonly kind: "sender"; readonly id: UserId }
  | { readonly kind: "ids"; readonly ids: readonly number[] }
  | { readonly kind: "search"; readonly query: SearchQuery }
  | { readonly kind: "has"; readonly what: Contents }
  | { readonly kind: "is"; readonly what: State }
  | { readonly kind: "home" };

export type Condition = Test & { readonly negated: boolean };

/** A channel as the two ids under which its messages are stored. */
export interface ChannelIds {
  readonly channel: ChannelId;
  readonly conversation: ConversationId;
}

/**
 * A narrow with every name resolved: plain data, for the statement over the bulk store. Its base is either the
 * messages that the viewer has a row of, or everything in channels whose history is open to the viewer
 * (messages.md 4, "Search base").
 */
export interface Filter {
  readonly base: { readonly kind: "own" } | { readonly kind: "history"; readonly channels: readonly ChannelIds[] };
  readonly conditions: readonly Condition[];
}

/** The same narrow, of unread messages only. */
export const onlyUnread = (filter: Filter): Filter => also(filter, { kind: "is", what: "unread" });

/** The same narrow, of the given messages only. */
export const onlyIds = (filter: Filter, ids: readonly number[]): Filter => also(filter, { kind: "ids", ids });

/** The same narrow, without what the viewer has muted. */
export const onlyHome = (filter: Filter): Filter => also(filter, { kind: "home" });

const also = (filter: Filter, test: Test): Filter => ({
  ...filter,
  conditions: [...filter.conditions, { ...test, negated: false }],
});
