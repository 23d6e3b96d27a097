import { words } from "../../../protocol/words/words.ts";

export const domainWords = words("loginDomains", {
  missing:
    "The DNS record that verifies the domain {domain} is missing: {record}. Add it again by {end}. Otherwise the domain will no longer be used for your login service.",
  ended:
    "The domain {domain} is no longer verified, so your login service doesn't use it anymore. You can verify it again in the settings, under Login services.",
});

export type DomainWords = (typeof domainWords)["en"];
