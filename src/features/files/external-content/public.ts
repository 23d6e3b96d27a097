// What other features may use of this one.
export { externalAddress } from "./signed-address.ts";
