// What other features may use of this one.
export { foundedAt } from "./organization-id.ts";
export { checkSetupToken, isSetupOpen } from "./setup-token.ts";
