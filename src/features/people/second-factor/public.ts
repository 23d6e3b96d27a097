// The parts of this feature that others can use.
export { mailOfLoginChange, tellOfLoginChange } from "./change-letters.ts";
export { secondFactorResetHook } from "./hooks.ts";
export { loginStanding } from "./login-standing.ts";
export { accessUserByTicket, loginTicket } from "./login-ticket.ts";
export {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  hasSecondFactor,
  isSecondFactorRequired,
  owesSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactorState,
  stillRequired,
  useCode,
} from "./second-factor.ts";
