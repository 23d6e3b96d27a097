import { feature } from "../../../feature.ts";
import { companyPages } from "./company-pages.ts";
import { domainEndpoints } from "./endpoints.ts";
import { LOOK_AGAIN_JOB, LOOK_AGAIN_TIMER, lookAgainAt, recheckNext } from "./look-again.ts";
import { schema } from "./verified-domains.ts";

/** Domains whose ownership was verified. An email address in such a domain leads to its login service. */
export const loginDomains = feature({
  name: "login-domains",
  schema,
  archive: { leftOut: { login_domains: "of this server: they lead to its connections alone" } },
  endpoints: domainEndpoints,
  pages: companyPages,
  jobs: { [LOOK_AGAIN_JOB]: lookAgainAt },
  promptJobs: [LOOK_AGAIN_JOB],
  timers: { [LOOK_AGAIN_TIMER]: ({ realm }) => recheckNext(realm) },
});
