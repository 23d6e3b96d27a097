// The parts of this feature that others can use.
export { checkpointOf } from "./signer.ts";
