// What other features may use of this one.
export { presenceOf } from "./presence.ts";
