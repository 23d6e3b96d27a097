// The parts of this feature that others, and the Worker, can use.
export { receiveEmail } from "./receive-email.ts";
