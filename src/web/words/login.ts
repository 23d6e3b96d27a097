import { catalog } from "./catalog.ts";

export const loginWords = catalog("login", {
  ended: "You've been logged out. Unsent messages are kept on this device.",
  again: "Log in again",
  nothingLost: "Your session has ended. Log in to pick up where you left off.",
  email: "Email",
  password: "Password",
  wrong: "This password is incorrect.",
  logIn: "Log in",
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  passkey: "Use a passkey",
  confirm: "Log in again",
  toChange: "To change how you log in, confirm it's you.",
  logInWith: "Log in with {service}",
  forgotten: "Forgot password?",
  looking: "You're viewing without an account.",
  forMembers: "You need an account for this",
  toTakePart: "Log in to join the conversation.",
});
