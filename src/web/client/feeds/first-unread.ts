import type { MessageId } from "../../model/ids.ts";
import { conversationKey } from "../../model/routes/conversation.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import type { FirstUnread } from "./request.ts";

/** Returns a place's unread messages, ascending, or undefined if only the server knows them. */
export function unreadAt(state: State, place: FeedRoute): readonly MessageId[] | undefined {
  const { conversations } = unreadOf(state);
  switch (place.view) {
    case "topic":
      return (
        conversations.get(conversationKey({ kind: "topic", channel: place.channel, topic: place.topic }))?.ids ?? []
      );
    case "direct":
      return conversations.get(conversationKey({ kind: "direct", users: place.users }))?.ids ?? [];
    case "channel": {
      const isThere = ({ conversation: one }: { conversation: Parameters<typeof conversationKey>[0] }) =>
        one.kind === "topic" && one.channel === place.channel;
      const ids = [...conversations.values()].filter(isThere).flatMap(({ ids }) => ids);
      return ids.sort((a, b) => a - b);
    }
    case "combined": {
      // For muted topics, the combined feed only shows messages that mention the account.
      const called = new Set(state.unread_msgs.mentions);
      const shown = [...conversations.values()].flatMap(({ conversation, isHidden, ids }) =>
        isHidden && conversation.kind === "topic" ? ids.filter((id) => called.has(id)) : ids,
      );
      return shown.sort((a, b) => a - b);
    }
    case "directs": {
      const directs = [...conversations.values()].filter(({ conversation }) => conversation.kind === "direct");
      return directs.flatMap(({ ids }) => ids).sort((a, b) => a - b);
    }
    default:
      return undefined;
  }
}

export function firstUnread(state: State, place: FeedRoute): FirstUnread {
  if (state.unread_msgs.old_unreads_missing) return undefined;
  const ids = unreadAt(state, place);
  return ids === undefined ? undefined : (ids[0] ?? "none");
}
