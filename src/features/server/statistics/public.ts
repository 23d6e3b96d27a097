// The parts of this feature that others can use.
export { awayFor } from "./away.ts";
