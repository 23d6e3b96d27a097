// The parts of this feature that others can use.
export { operatorParams } from "./operator-params.ts";
