// What other features may use of this one.
export { checkDue, deliveryTime } from "./delivery-time.ts";
