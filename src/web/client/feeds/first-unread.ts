import { directKey, topicKey } from "../../model/conversation.ts";
import type { FeedPlace } from "../../model/place.ts";
import type { State } from "../../model/state.ts";
import type { FirstUnread } from "./request.ts";

/** The first unread message of a place, where the state can tell. */
export function firstUnread(state: State, place: FeedPlace): FirstUnread {
  if (state.unread_msgs.old_unreads_missing) return undefined;
  const ids = unreadAt(state, place);
  return ids === undefined ? undefined : (ids[0] ?? "none");
}

function unreadAt({ unread_msgs: unread, user_id: me }: State, place: FeedPlace): readonly number[] | undefined {
  if (place.view === "topic") {
    const key = topicKey(place.channel, place.topic);
    return unread.streams.find((one) => topicKey(one.stream_id, one.topic) === key)?.unread_message_ids ?? [];
  }
  if (place.view === "channel") {
    const first = unread.streams.flatMap((one) =>
      one.stream_id === place.channel ? one.unread_message_ids.slice(0, 1) : [],
    );
    return first.sort((a, b) => a - b);
  }
  if (place.view !== "direct") return undefined;
  const [one = me, ...others] = place.users;
  if (others.length === 0) return unread.pms.find((pm) => pm.other_user_id === one)?.unread_message_ids ?? [];
  const key = directKey([...place.users, me]);
  return (
    unread.huddles.find(({ user_ids_string }) => directKey(user_ids_string.split(",").map(Number)) === key)
      ?.unread_message_ids ?? []
  );
}
