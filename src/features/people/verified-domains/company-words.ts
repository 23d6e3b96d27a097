import { words } from "../../../protocol/words/words.ts";

export const companyWords = words("companyLogin", {
  title: "Log in with your company",
  email: "Work email",
  goOn: "Continue",
  unknown: "No login service is set up for this domain. Check the address, or log in another way.",
  otherWays: "Other ways to log in",
});
