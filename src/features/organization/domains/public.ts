// What other features may use of this one.
export { domainParam } from "./domain-name.ts";
export { addDomain, isDomainAllowed } from "./domains.ts";
