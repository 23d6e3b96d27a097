// What other features, and the Worker, may use of this one.
export { receiveEmail } from "./receive-email.ts";
