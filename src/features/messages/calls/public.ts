// The parts of this feature that others can use.
export { callOfMessage, callsOf } from "./history.ts";
