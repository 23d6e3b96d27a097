// The parts of this feature that others can use.
export { canAddOthers } from "./access.ts";
export { checkOwner, checkWebPublic, retentionDays, retentionParam } from "./new-channel.ts";
export { describePrivacy, mention, postChannelEvent } from "./notices.ts";
export { createChannel, subscribeUsers } from "./subscribe.ts";
