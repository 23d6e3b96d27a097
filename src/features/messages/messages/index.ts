import { feature } from "../../../feature.ts";
import { flagsAdded, flagsRemoved, messageSent } from "./events.ts";
import { getMessageEndpoint } from "./fetch/get-message.ts";
import { getMessagesEndpoint } from "./fetch/get-messages.ts";
import { getTopicsEndpoint } from "./fetch/get-topics.ts";
import { matchNarrowEndpoint } from "./fetch/match-narrow.ts";
import { markAllAsReadEndpoint, markChannelAsReadEndpoint, markTopicAsReadEndpoint } from "./flags/mark-as-read.ts";
import { updateFlagsOfNarrowEndpoint } from "./flags/update-flags-of-narrow.ts";
import { updateMessageFlagsEndpoint } from "./flags/update-message-flags.ts";
import { renderMessageEndpoint } from "./send/render-message.ts";
import { sendMessageEndpoint } from "./send/send-message.ts";
import { messageState, recentConversationsState, starredState } from "./state.ts";
import { messagesInBulk, personalFlagsInBulk, schema } from "./store/rows.ts";

/** Messages: sending them, reading them, and who has read what. */
export const messages = feature({
  name: "messages",
  schema,
  bulk: [messagesInBulk, personalFlagsInBulk],
  endpoints: [
    sendMessageEndpoint,
    renderMessageEndpoint,
    getMessagesEndpoint,
    matchNarrowEndpoint,
    getMessageEndpoint,
    getTopicsEndpoint,
    updateMessageFlagsEndpoint,
    updateFlagsOfNarrowEndpoint,
    markAllAsReadEndpoint,
    markChannelAsReadEndpoint,
    markTopicAsReadEndpoint,
  ],
  events: [messageSent, flagsAdded, flagsRemoved],
  state: [messageState, starredState, recentConversationsState],
});
