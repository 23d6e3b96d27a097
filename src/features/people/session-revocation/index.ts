import { feature } from "../../../feature.ts";
import { job } from "../../../realm/job.ts";
import { endAllLoginsEndpoint, endLoginsEndpoint, getLoginsEndpoint } from "./end-logins.ts";
import { LETTERS_JOB, logoutEmailsSchema, sendLogoutEmails } from "./session-revocation.ts";

/** Logs others out: administrators can log out one user, owners all users or those with a role. */
export const endingLogins = feature({
  name: "ending-logins",
  endpoints: [getLoginsEndpoint, endLoginsEndpoint, endAllLoginsEndpoint],
  jobs: { [LETTERS_JOB]: job(logoutEmailsSchema, sendLogoutEmails) },
});
