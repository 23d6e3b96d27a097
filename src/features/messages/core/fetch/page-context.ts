import type { Actor } from "../../../../protocol/actor.ts";
import type { ConversationId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import { directConversationsOf } from "../../../conversations/conversations.ts";
import { visibleUserIds } from "../../../organization/accounts/guest-visibility.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";
import type { Filter, View } from "../narrow/index.ts";
import type { PageContext } from "./fetched-messages.ts";

/** Returns the conversations a filter is restricted to, or null if it isn't restricted. */
export function namedConversations({ conditions }: Filter): ReadonlySet<ConversationId> | null {
  const named = conditions.flatMap((condition) =>
    condition.kind === "conversations" && !condition.negated ? [new Set(condition.ids)] : [],
  );
  const [first, ...others] = named;
  return first === undefined ? null : new Set([...first].filter((id) => others.every((set) => set.has(id))));
}

/** Loads everything a page needs beyond its plan. */
export function pageContext(realm: Realm, actor: Actor | null, view: View): PageContext {
  const { byConversation } = channelIndex(realm);
  const shown = new Set(view.received.flatMap((span) => (span.channel === null ? span.conversation : [])));
  const directs = actor === null ? [] : directConversationsOf(realm, actor.user_id);
  return {
    organization: realm.id,
    subdomain: realm.identity.subdomain,
    viewer: actor,
    channelNames: view.readable.map((conversation) => byConversation.get(conversation)?.name ?? "").join("\n"),
    directs: directs.flatMap(({ id, members }) => (shown.has(id) ? [[id, members] as const] : [])),
    visibleUserIds: visibleUserIds(realm, actor),
    host: realm.host,
    editHistory: realmSettings(realm).message_edit_history_visibility_policy,
  };
}
