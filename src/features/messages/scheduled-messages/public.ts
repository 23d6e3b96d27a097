// What other features may use of this one.
export { checkDue, deliveryTime } from "./delivery-time.ts";
export { TIMER as SCHEDULED_TIMER } from "./scheduled-messages.ts";
