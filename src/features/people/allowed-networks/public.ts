// The parts of this feature that others can use.
export { allowAnyNetwork } from "./allowed-networks.ts";
export { addressBits, readNetwork } from "./network.ts";
