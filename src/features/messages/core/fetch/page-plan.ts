import { unpacked as unpackedText } from "../../../../database/stored.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { spectatorsNotAllowed } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessibleChannels } from "../../../channels/channels/access.ts";
import { firstSince } from "../../../conversations/calendar.ts";
import { topicWithId } from "../../../conversations/topics.ts";
import { onlyTopicOf } from "../../../organization/accounts/outside-access.ts";
import {
  dependsOnVisibility,
  type Filter,
  type PagePlan,
  type PageRange,
  resolveNarrow,
  type Term,
} from "../narrow/index.ts";
import type { PageContext } from "./fetched-messages.ts";
import { namedConversations, pageContext } from "./get-message.ts";
import { narrowLookups } from "./narrow-lookups.ts";
import { viewOf } from "./view-of.ts";

/** A page's plan, and the context that the Worker needs to build messages from its rows. */
interface MessagesPlan {
  readonly page: PagePlan;
  readonly context: PageContext;
}

/**
 * Encodes a plan for the Worker, as text because structured cloning of hundreds of spans costs several times as much.
 */
export const packPlan = (plan: MessagesPlan): string => JSON.stringify(plan);
export const unpackPlan = (text: string): MessagesPlan => unpackedText<MessagesPlan>(text);

/** Plans a page of a narrow's messages in the realm. The Worker fetches it. */
export function planPage(realm: Realm, actor: Actor | null, terms: readonly Term[], asked: PageRange): MessagesPlan {
  const range = located(realm, asked);
  const resolved = resolveNarrow(terms, narrowLookups(realm, actor));
  const filter = actor === null ? forSpectators(realm, terms, resolved) : withinTopic(realm, actor, resolved);
  const view = viewOf(realm, actor, {
    within: namedConversations(filter),
    visibility: dependsOnVisibility(filter, range),
  });
  return { page: { filter, view, range }, context: pageContext(realm, actor, view) };
}

/** Resolves a date anchor of a range to the message id where the search starts. */
function located(realm: Realm, range: PageRange): PageRange {
  if (range.kind === "listed" || typeof range.anchor !== "object") return range;
  const { sentFrom } = range.anchor;
  return { ...range, anchor: { sentFrom, firstId: firstSince(realm, sentFrom) } };
}

/** Restricts a filter to the topic that a link opens to a person outside, if they are limited to one. */
function withinTopic(realm: Realm, { user_id }: Actor, filter: Filter): Filter {
  const only = onlyTopicOf(realm, user_id);
  if (only === null) return filter;
  const key = topicWithId(realm, only)?.name_key ?? "";
  return { ...filter, conditions: [{ kind: "topic", key, negated: false }, ...filter.conditions] };
}

/** Restricts a filter to web-public channels for spectators, who must request these explicitly (conventions.md 4). */
function forSpectators(realm: Realm, terms: readonly Term[], filter: Filter): Filter {
  const saysSo = terms.some(
    ({ operator, operand, negated }) =>
      !negated && (operator === "channel" || (operator === "channels" && operand === "web-public")),
  );
  if (!saysSo) throw spectatorsNotAllowed();
  const open = accessibleChannels(realm, null, "content");
  const channels = open.map(({ id, conversation_id }) => ({ channel: id, conversation: conversation_id }));
  return { ...filter, base: { kind: "history", channels } };
}
