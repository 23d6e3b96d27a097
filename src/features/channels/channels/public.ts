// The parts of this feature that others can use.

export {
  accessChannel,
  accessChannelByName,
  accessibleChannels,
  canAdminister,
  hasChannelPermission,
  hasContentAccess,
  hasMetadataAccess,
  hasWholeHistory,
  isClosedTo,
} from "./access.ts";
export { noteFirstMessage, noteMessage } from "./activity.ts";
export { renderedDescription } from "./archive-channels.ts";
export { receivedByAll } from "./archive-subscriptions.ts";
export { usersWithQueues } from "./audience.ts";
export {
  type ChannelsByUser,
  changePersonalSetting,
  emitChannelCreated,
  emitChannelDeleted,
  emitPeersChanged,
  emitSubscriptionsAdded,
  emitSubscriptionsRemoved,
  usersSeeing,
} from "./channel-events.ts";
export { type ChannelObject, subscriptionSchema, TOPICS_POLICIES, type TopicsPolicy } from "./channel-fields.ts";
export { collectLists, shapeLists } from "./channel-lists.ts";
export { checkChannelName } from "./channel-name.ts";
export {
  addChannel,
  type Channel,
  channelEntity,
  channelIndex,
  covers,
  hasMuted,
  isSubscribed,
  mutedChannelsOf,
  nameKey,
  receivedIn,
  receivedSpans,
  receiversOf,
  subscribersOf,
  subscriptionIn,
  subscriptionsIn,
  subscriptionsOf,
  usersWanting,
} from "./channels.ts";
export { defaultChannels, emitDefaultChannels } from "./default-channels/default-channels.ts";
export { type Description, type ParsedDescription, parseDescription, renderDescription } from "./description.ts";
export { beforeUnsubscribeHook, channelUnarchivedHook } from "./hooks.ts";
export { type PersonalChange, personalFlags } from "./personal-settings.ts";
export { beginSubscriptions, finishSubscriptions } from "./subscribers.ts";
