// The parts of this feature that others can use.
export { allowAnyLogin, providersForDomain } from "./connections.ts";
