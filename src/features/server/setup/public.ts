// The parts of this feature that others can use.
export { foundedAt } from "./organization-id.ts";
export { checkSetupToken, isSetupOpen } from "./setup-token.ts";
