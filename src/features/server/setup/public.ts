// What other features may use of this one.
export { checkSetupToken, isSetupOpen } from "./setup-token.ts";
