// What other features may use of this one.
export { addLinkifier, linkifiersOf } from "./linkifiers.ts";
