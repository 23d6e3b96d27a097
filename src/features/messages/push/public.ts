// The parts of this feature that others can use.
export { attributeIn, characterOf, PIECE, VOID } from "./html-pieces.ts";
export { wholeText } from "./message-text.ts";
export { senderFor } from "./notification.ts";
export { pushHealth } from "./queue.ts";
export { isActive, MESSAGE_REASONS, possibleUsers, type Reason, reasonsOf } from "./reasons.ts";
export { planTrials, sendTrials, settleTrials } from "./try-push.ts";
