import { words } from "../../../protocol/words/words.ts";

export const deviceWords = words("deviceLink", {
  title: "Log in on this device",
  asWhom: "You'll be logged in as {name}.",
  onlyYours: "Continue only if you've just shown this code on your own device.",
  logIn: "Log in",
  toLogin: "Back to login",
});
