import type { MessageId } from "../../model/ids.ts";
import { conversationKeyAt } from "../../model/routes/conversation.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { type UnreadConversation, unreadOf } from "../../model/unread/unread-counts.ts";
import type { FirstUnread } from "./request.ts";

/** Returns a place's unread messages, ascending, or undefined if only the server knows them. */
export function unreadAt(state: State, place: FeedRoute): readonly MessageId[] | undefined {
  const { conversations } = unreadOf(state);
  const all = (idsIn: (one: UnreadConversation) => readonly MessageId[]) =>
    [...conversations.values()].flatMap(idsIn).sort((a, b) => a - b);
  switch (place.view) {
    case "topic":
    case "direct":
      return conversations.get(conversationKeyAt(place) ?? "")?.ids ?? [];
    case "channel":
      return all(({ conversation: one, ids }) => (one.kind === "topic" && one.channel === place.channel ? ids : []));
    case "combined": {
      // For muted topics, the combined feed only shows messages that mention the user.
      const called = new Set(state.unread_msgs.mentions);
      return all(({ conversation, isHidden, ids }) =>
        isHidden && conversation.kind === "topic" ? ids.filter((id) => called.has(id)) : ids,
      );
    }
    case "directs":
      return all(({ conversation, ids }) => (conversation.kind === "direct" ? ids : []));
    default:
      return undefined;
  }
}

export function firstUnread(state: State, place: FeedRoute): FirstUnread {
  if (state.unread_msgs.old_unreads_missing) return undefined;
  const ids = unreadAt(state, place);
  return ids === undefined ? undefined : (ids[0] ?? "none");
}
