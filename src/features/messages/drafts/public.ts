// The parts of this feature that others can use.
export { rewriteDrafts } from "./drafts.ts";
