// What other features may use of this one.
export { operatorParams } from "./operator-params.ts";
