// What other features may use of this one.
export { isDomainAllowed } from "./domains.ts";
