import { channelsInOrder, unreadTopicsOf } from "../channels/sidebar.ts";
import { derived } from "../derived.ts";
import type { ChannelId } from "../ids.ts";
import { type UnreadConversation, unreadOf } from "./unread-counts.ts";

interface Inbox {
  /** The conversations addressed to the user, the newest first: direct ones, and topics that mention the user. */
  readonly mine: readonly UnreadConversation[];
  /** The other topics by channel, in the order of the sidebar. */
  readonly channels: readonly { readonly channel: ChannelId; readonly topics: readonly UnreadConversation[] }[];
}

/** The unread conversations for the inbox. Muted topics are shown if they mention the user. */
export const inboxOf = derived(["unread", "channels", "topics", "users", "account"], (state): Inbox => {
  const isMine = (one: UnreadConversation) => one.conversation.kind === "direct" || one.mentions > 0;
  const isShown = (one: UnreadConversation) => !one.isHidden || one.mentions > 0;
  return {
    mine: [...unreadOf(state).conversations.values()]
      .filter((one) => isShown(one) && isMine(one))
      .sort((a, b) => b.last - a.last),
    channels: channelsInOrder(state)
      .map((channel) => ({
        channel,
        topics: unreadTopicsOf(state, channel).filter((one) => isShown(one) && !isMine(one)),
      }))
      .filter(({ topics }) => topics.length > 0),
  };
});
