import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { beforeUnsubscribeHook, channelUnarchivedHook } from "../../channels/channels/channels.ts";
import { mayOpenFileHook } from "../../files/attachments/hooks.ts";
import { markupNamesHook, sendNoticeHook } from "../../organization/system-messages/system-messages.ts";
import { afterUnmuteHook, beforeMuteHook } from "../../people/muted-users/muted-users.ts";
import { messageArchive } from "./archive/archive.ts";
import { flagsAdded, flagsRemoved, messageSent } from "./events.ts";
import { getMessageEndpoint, getTopicsEndpoint } from "./fetch/endpoints.ts";
import { getMessagesEndpoint, matchNarrowEndpoint } from "./fetch/get-messages.ts";
import { updateMessageFlagsEndpoint, updateMessageFlagsForNarrowEndpoint } from "./flags/endpoints.ts";
import {
  markAllAsReadEndpoint,
  markChannelAsReadEndpoint,
  markTopicAsReadEndpoint,
} from "./read-state/mark-as-read-endpoints.ts";
import { emitUnreadIn, markReadOnUnsubscribe, markSenderReadOnMute } from "./read-state/mark-read.ts";
import { keepSenderReadOnUnmute } from "./read-state/muted-sender.ts";
import { readStateTables } from "./read-state/rows.ts";
import { markupNames } from "./send/markup-names.ts";
import { postNotice } from "./send/post-notice.ts";
import { renderMessageEndpoint, sendMessageEndpoint } from "./send/send-message.ts";
import { messageState, recentConversationsState, starredState } from "./state.ts";
import { messagesInBulk, messageTables, personalFlagsInBulk } from "./store/rows.ts";
import { mayOpen } from "./store/uploads.ts";

/** Messages: sending and reading them, and tracking who has read what. */
export const messages = feature({
  name: "messages",
  schema: [messageTables + readStateTables, "ALTER TABLE messages ADD COLUMN grant_id INTEGER"],
  personal: { read_lows: { user: "user_id" }, readings: { user: "user_id" } },
  archive: messageArchive,
  bulk: [messagesInBulk, personalFlagsInBulk],
  endpoints: [
    sendMessageEndpoint,
    renderMessageEndpoint,
    getMessagesEndpoint,
    matchNarrowEndpoint,
    getMessageEndpoint,
    getTopicsEndpoint,
    updateMessageFlagsEndpoint,
    updateMessageFlagsForNarrowEndpoint,
    markAllAsReadEndpoint,
    markChannelAsReadEndpoint,
    markTopicAsReadEndpoint,
  ],
  events: [messageSent, flagsAdded, flagsRemoved],
  state: [messageState, starredState, recentConversationsState],
  handlers: [
    on(markupNamesHook, markupNames),
    on(sendNoticeHook, postNotice),
    on(mayOpenFileHook, mayOpen),
    on(beforeUnsubscribeHook, markReadOnUnsubscribe),
    on(channelUnarchivedHook, emitUnreadIn),
    on(beforeMuteHook, markSenderReadOnMute),
    on(afterUnmuteHook, keepSenderReadOnUnmute),
  ],
});
