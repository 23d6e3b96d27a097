// The parts of this feature that others can use.
export { waysToUnsubscribe } from "./unsubscribing.ts";
