// The parts of this feature that others can use.
export { statusFor } from "./status.ts";
