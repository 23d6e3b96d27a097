// The parts of this feature that others can use.
export { checkDue, deliveryTime } from "./delivery-time.ts";
export { rewriteScheduled, scheduleMessage } from "./scheduled-messages.ts";
