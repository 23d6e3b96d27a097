// What other features may use of this one.
export { awayFor } from "./away.ts";
