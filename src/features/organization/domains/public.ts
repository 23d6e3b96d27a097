// The parts of this feature that others can use.
export { domainSchema } from "./domain-name.ts";
export { isDomainAllowed } from "./domains.ts";
