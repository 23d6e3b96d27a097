// What other features may use of this one.
export { waysToUnsubscribe } from "./unsubscribing.ts";
