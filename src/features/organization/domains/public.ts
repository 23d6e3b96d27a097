// The parts of this feature that others can use.
export { isDomainAllowed } from "./domains.ts";
