// What other features may use of this one.
export { linkifiersOf } from "./linkifiers.ts";
