import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { type ConversationSpan, latestDirectConversations, newestInSpans } from "../../conversations/conversations.ts";
import { ALL_IDS, newestOfTopic } from "../../conversations/topics.ts";
import { outsideAccessOf } from "../../organization/accounts/outside-access.ts";
import { receivedBy } from "./fetch/view-of.ts";
import { type UnreadRows, unreadMsgs, unreadRows } from "./read-state/unread-state.ts";
import { PersonalFlag } from "./store/personal-flags.ts";
import { selectNewestFlagged, selectStarred } from "./store/rows.ts";

/** Limit of `recent_private_conversations`. */
const MAX_CONVERSATIONS = 1000;

interface MessageState {
  readonly max_message_id?: number;
  readonly unread?: UnreadRows | null;
}

export const messageState = stateSlice({
  types: ["message", "update_message_flags"],
  outside: true,
  collect({ realm, actor, client, fetches }): MessageState {
    if (!fetches("message")) return {};
    const max_message_id = actor === null ? -1 : newestReceived(realm, actor);
    if (!fetches("update_message_flags")) return { max_message_id };
    return { max_message_id, unread: actor && unreadRows(realm, actor.user_id, client) };
  },
  shape({ max_message_id, unread }, client) {
    if (max_message_id === undefined) return {};
    if (unread === undefined) return { max_message_id };
    return { max_message_id, unread_msgs: unread === null ? nothingUnread : unreadMsgs(unread, client) };
  },
});

const nothingUnread = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false };

function newestReceived(realm: Realm, actor: Actor): number {
  const outside = outsideAccessOf(realm, actor.user_id);
  if (outside !== undefined && outside.topic !== null)
    return newestOfTopic(realm, outside.topic, [[outside.from, ALL_IDS[1]]]) ?? -1;
  const reaches = receivedBy(realm, actor).map(
    ({ conversation, first, last }): ConversationSpan => [conversation, first, last ?? ALL_IDS[1]],
  );
  const owned = selectNewestFlagged.one(realm.sql, { user: actor.user_id, flag: PersonalFlag.historical }).id ?? 0;
  return Math.max(newestInSpans(realm, reaches), owned) || -1;
}

/** `starred_messages`: everything a user has starred (register-and-events.md 4), even if they can no longer read it. */
export const starredState = stateSlice({
  types: ["starred_messages"],
  outside: true,
  collect({ realm, actor }) {
    const starred = actor === null ? [] : selectStarred.all(realm.sql, { user: actor.user_id });
    return { starred_messages: starred.map(({ id }) => id) };
  },
});

export const recentConversationsState = stateSlice({
  types: ["recent_private_conversations"],
  collect({ realm, actor }) {
    const latest = actor === null ? [] : latestDirectConversations(realm, actor.user_id, MAX_CONVERSATIONS);
    return {
      recent_private_conversations: latest.map(({ members, newest }) => ({
        max_message_id: newest,
        user_ids: members.filter((id) => id !== actor?.user_id),
      })),
    };
  },
});
