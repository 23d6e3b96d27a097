// The parts of this feature that others can use.
export { keptAnywayHook } from "./hooks.ts";
