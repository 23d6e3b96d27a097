// The parts of this feature that others can use.
export { externalAddress } from "./signed-address.ts";
