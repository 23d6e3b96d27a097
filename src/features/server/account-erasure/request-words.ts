import { words } from "../../../protocol/words/words.ts";

/** The notice to owners that a person asks for the erasure of their account. The person is given as a mention. */
export const requestWords = words("erasure", {
  requested: "{person} asked for their account to be erased. Accept or refuse this in the settings, under People.",
});
