// The parts of this feature that others can use.
export { allowAnyLogin } from "./connections.ts";
