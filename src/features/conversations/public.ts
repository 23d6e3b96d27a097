// What other features may use of this one.
export { firstSince } from "./calendar.ts";
export {
  countBefore,
  countDirectsBefore,
  directPlacesBetween,
  movePlaces,
  newestPlacesIn,
  oldestIn,
  oldestPlacesIn,
  removePlaces,
  topicExtent,
} from "./changes.ts";
export {
  ascending,
  type ConversationSpan,
  type DirectConversation,
  directConversation,
  directConversationsOf,
  directConversationsWith,
  findDirectConversation,
  insertMessagePlace,
  latestDirectConversations,
  type MessageIndexRow,
  membersOfConversation,
  membersOfConversations,
  messageCountsAfter,
  newChannelConversation,
  newestIn,
  newestInSpans,
  newestMessageId,
  placeOfMessage,
  placesOfMessages,
  takesPart,
} from "./conversations.ts";
export { givenTopicName, shownTopic, topicKey, topicParameter, topicToWrite, truncateTopic } from "./topic-name.ts";
export {
  ALL_IDS,
  findOrCreateTopic,
  findTopic,
  hasMessages,
  type IdSpan,
  newestOfTopic,
  sendersIn,
  type Topic,
  topicsIn,
  topicsWithIds,
  topicWithId,
} from "./topics.ts";
