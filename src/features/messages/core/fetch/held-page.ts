import { statement } from "../../../../database/statement.ts";
import type { Realm } from "../../../../realm/realm.ts";
import {
  conditionsOf,
  intersection,
  LARGER_THAN_ANY_ID,
  lastOf,
  type PagePlan,
  type Span,
  scopeOf,
  unreadSpans,
} from "../narrow/index.ts";

/** Finds any message before an id within `spans`, a JSON list of conversation, first id and last id. */
const selectOlderInSpans = statement<{ spans: string; before: number }, { id: number }>(
  `SELECT i.id FROM json_each(:spans) s CROSS JOIN message_index i
     ON i.conversation_id = s.value ->> 0 AND i.id BETWEEN s.value ->> 1 AND min(s.value ->> 2, :before - 1)
   LIMIT 1`,
);
const selectOlderInTopic = statement<{ spans: string; topic_key: string; before: number }, { id: number }>(
  `SELECT i.id FROM json_each(:spans) s
   CROSS JOIN topics t ON t.conversation_id = s.value ->> 0 AND t.name_key = :topic_key
   CROSS JOIN message_index i ON i.topic_id = t.id AND i.id BETWEEN s.value ->> 1 AND min(s.value ->> 2, :before - 1)
   LIMIT 1`,
);
/** Finds any message before an id that a user has flagged without having received it. */
const selectOlderHistorical = statement<{ user: number; before: number }, { id: number }>(
  "SELECT message_id AS id FROM personal_flags WHERE user_id = :user AND message_id < :before AND flags & 16 LIMIT 1",
);

/**
 * Restricts a page to the messages the realm holds, for use while D1 can't be read. Returns undefined if a requested
 * message may only be in D1. The realm holds all messages from a certain id on. A page that reaches below that id
 * reports that there may be older messages.
 */
export function heldPage(realm: Realm, page: PagePlan): PagePlan | undefined {
  const { filter, range, view } = page;
  // The realm has no search index.
  if (filter.conditions.some(({ kind, negated }) => kind === "search" || (kind === "mentions" && !negated))) {
    return undefined;
  }
  if (range.kind === "listed") return realm.holds(range.ids) ? page : undefined;
  const from = realm.holdsFrom();
  if (!hasOlder(realm, page, from)) return page;
  const { anchor } = range;
  if (anchor === "first_unread") {
    if (view.read.unread.some((id) => id < from) || isAnyBefore(realm, unreadInScope(page), from)) return undefined;
  } else if (anchor !== LARGER_THAN_ANY_ID && (typeof anchor === "number" ? anchor : anchor.firstId) < from) {
    return undefined;
  }
  return { ...page, heldFrom: from };
}

const unreadInScope = ({ filter, view }: PagePlan): Span[] =>
  intersection(scopeOf(filter, view).spans, unreadSpans(view));

/** Whether messages before an id may match. Tests only their scope, not every condition. */
function hasOlder(realm: Realm, { filter, view }: PagePlan, before: number): boolean {
  const { spans, historical } = scopeOf(filter, view);
  const [topic] = conditionsOf(filter, "topic");
  if (historical.length > 0 && selectOlderHistorical.first(realm.sql, { user: view.viewer, before })) return true;
  return isAnyBefore(realm, spans, before, topic?.key);
}

function isAnyBefore(realm: Realm, spans: readonly Span[], before: number, topic_key?: string): boolean {
  const listed = JSON.stringify(spans.map((span) => [span.conversation, span.first, lastOf(span)]));
  const found =
    topic_key === undefined
      ? selectOlderInSpans.first(realm.sql, { spans: listed, before })
      : selectOlderInTopic.first(realm.sql, { spans: listed, before, topic_key });
  return found !== undefined;
}
