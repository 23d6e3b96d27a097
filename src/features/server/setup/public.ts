// The parts of this feature that others can use.
export { byOperator, checkOperator, organizationParams } from "./operator-account.ts";
export { foundedAt, listNumbers } from "./organization-id.ts";
export { checkSetupToken, isSetupOpen } from "./setup-token.ts";
