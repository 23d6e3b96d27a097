// The parts of this feature that others can use.
export { linkifiersOf } from "./linkifiers.ts";
