import { feature } from "../../../feature.ts";
import { job } from "../../../realm/job.ts";
import { endAllLoginsEndpoint, endLoginsEndpoint, getLoginsEndpoint } from "./end-logins.ts";
import { LETTERS_JOB, lettersSchema, writeLetters } from "./ending-logins.ts";

/** Logging others out: one person by an administrator, all or those with a role by an owner. */
export const endingLogins = feature({
  name: "ending-logins",
  endpoints: [getLoginsEndpoint, endLoginsEndpoint, endAllLoginsEndpoint],
  jobs: { [LETTERS_JOB]: job(lettersSchema, writeLetters) },
});
