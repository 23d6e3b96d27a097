import { feature } from "../../realm/feature.ts";
import { flagsAdded, flagsRemoved, messageSent } from "./events.ts";
import { getMessageEndpoint } from "./get-message.ts";
import { getMessagesEndpoint } from "./get-messages.ts";
import { getTopicsEndpoint } from "./get-topics.ts";
import { markAllAsReadEndpoint, markChannelAsReadEndpoint, markTopicAsReadEndpoint } from "./mark-as-read.ts";
import { matchNarrowEndpoint } from "./match-narrow.ts";
import { renderMessageEndpoint } from "./render-message.ts";
import { messagesInBulk, personalFlagsInBulk, schema } from "./rows.ts";
import { sendMessageEndpoint } from "./send-message.ts";
import { messageState, recentConversationsState, starredState } from "./state.ts";
import { updateFlagsOfNarrowEndpoint } from "./update-flags-of-narrow.ts";
import { updateMessageFlagsEndpoint } from "./update-message-flags.ts";

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
