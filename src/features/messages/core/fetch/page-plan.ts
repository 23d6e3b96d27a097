import { unpacked as unpackedText } from "../../../../database/stored.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { spectatorsNotAllowed } from "../../../../protocol/errors.ts";
import type { ConversationId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessibleChannels } from "../../../channels/channels/access.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import { firstSince } from "../../../conversations/calendar.ts";
import { directConversationsOf } from "../../../conversations/conversations.ts";
import { topicWithId } from "../../../conversations/topics.ts";
import { visibleUserIds } from "../../../organization/accounts/guest-visibility.ts";
import { onlyTopicOf, outsideAccessOf } from "../../../organization/accounts/outside-access.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";
import {
  dependsOnVisibility,
  type Filter,
  type PagePlan,
  type PageRange,
  resolveNarrow,
  type Term,
  type View,
} from "../narrow/index.ts";
import type { PageContext } from "./fetched-messages.ts";
import { narrowLookups } from "./narrow-lookups.ts";
import { viewOf } from "./view-of.ts";

/** A page's plan, and the context that the Worker needs to build messages from its rows. */
interface MessagesPlan {
  readonly page: PagePlan;
  readonly context: PageContext;
}

/**
 * Encodes a plan for the Worker, as a string because structured cloning of hundreds of spans costs several times as
 * much.
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

/** Restricts a filter to a single topic for users whose outside link opens only that topic. */
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

/** Returns the conversations that a filter is restricted to, or null if it isn't restricted. */
function namedConversations({ conditions }: Filter): ReadonlySet<ConversationId> | null {
  const named = conditions.flatMap((condition) =>
    condition.kind === "conversations" && !condition.negated ? [new Set(condition.ids)] : [],
  );
  const [first, ...others] = named;
  return first === undefined ? null : new Set([...first].filter((id) => others.every((set) => set.has(id))));
}

export function pageContext(realm: Realm, actor: Actor | null, view: View): PageContext {
  const { byConversation } = channelIndex(realm);
  const shown = new Set(view.received.flatMap((span) => (span.channel === null ? span.conversation : [])));
  const directs = actor === null ? [] : directConversationsOf(realm, actor.user_id);
  const isOutside = outsideAccessOf(realm, actor?.user_id) !== undefined;
  return {
    organization: realm.id,
    subdomain: realm.identity.subdomain,
    viewer: actor,
    channelNames: view.readable.map((conversation) => byConversation.get(conversation)?.name ?? "").join("\n"),
    directs: directs.flatMap(({ id, members }) => (shown.has(id) ? [[id, members] as const] : [])),
    visibleUserIds: visibleUserIds(realm, actor),
    host: realm.host,
    // The edit history can contain names of topics and channels that an outside link gives no access to.
    editHistory: isOutside ? "none" : realmSettings(realm).message_edit_history_visibility_policy,
  };
}
