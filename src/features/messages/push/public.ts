// The parts of this feature that others can use.
export { type Ringing, ringingHook, unknownToServiceHook } from "./hooks.ts";
export { attributeIn, characterOf, PIECE, VOID } from "./html-pieces.ts";
export { wholeText } from "./message-text.ts";
export { askService, type ServiceAnswer, serverIdIn, serviceOf, valueIn } from "./mobile/push-service.ts";
export { realmUuid } from "./mobile/realm-uuid.ts";
export { senderFor } from "./notification.ts";
export { pushHealth } from "./queue.ts";
export { isActive, MESSAGE_REASONS, possibleUsers, type Reason, reasonsOf } from "./reasons.ts";
export { removeRead as removePushes, tellMissed } from "./removals.ts";
export { planTrials, sendTrials, settleTrials } from "./try-push.ts";
