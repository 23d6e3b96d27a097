import { catalog } from "./catalog.ts";

export const loginWords = catalog("login", {
  ended: "You are logged out. What you write stays here.",
  again: "Log in again",
  nothingLost: "Your session has ended. Log in to go on where you are: nothing is lost.",
  email: "Email",
  password: "Password",
  wrong: "This password is incorrect.",
  logIn: "Log in",
  code: "Code",
  codeHint: "The one that your authenticator app shows, or one of your recovery codes.",
  passkey: "Use a passkey",
  confirm: "Log in again",
  toChange: "Whoever changes how you log in has to have logged in a moment ago.",
  logInWith: (service: string) => `Log in with ${service}`,
  forgotten: "Forgot password?",
  looking: "You are looking around without an account.",
  forMembers: "This is for people with an account",
  toTakePart: "Log in to take part.",
});
