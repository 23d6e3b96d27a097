import * as v from "valibot";
import { edgeEndpoint } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { databaseOf } from "../../../database/databases.ts";
import { prepareVerification, verificationFor } from "../../../database/push-verification.ts";
import { feature } from "../../../feature.ts";
import { ApiError, rateLimitHit } from "../../../protocol/errors.ts";
import { on } from "../../../realm/realm.ts";
import { machineClock } from "../../../util/clock.ts";
import { DAY_MS, seconds } from "../../../util/time.ts";
import { unknownToServiceHook } from "../../messages/push-notifications/hooks.ts";
import { serverIdIn } from "../../messages/push-notifications/mobile/push-service.ts";
import { settingStoredHook } from "../../organization/organization-settings/hooks.ts";
import { checkOperator } from "../organization-setup/operator-account.ts";
import { schema } from "./facts.ts";
import { describeForPushEndpoint, recordStatusEndpoint } from "./organization-endpoints.ts";
import { REPORT_JOB, reportChange, reportJob, reportUnknown } from "./report-job.ts";
import { reportOrganizations } from "./report-organizations.ts";

// Endpoints for `parley register-push` and `npm start`. They require the setup token, and aren't part of Zulip's API.

/** Reports all organizations to the push service now, and returns the result. */
const reportNowEndpoint = edgeEndpoint({
  route: "POST /organizations/push/report",
  params: { setup_token: text("id") },
  reply: {
    /** Id of the server at its push service, or null if the server has no push service. */
    service_id: v.nullable(v.string()),
    /** Number of organizations in the report, and of those that get pushes. */
    organizations: v.number(),
    enabled: v.number(),
    /** Problem with the report: the service's error message, or that the service doesn't respond. */
    problem: v.nullable(v.string()),
  },
  async answer({ params, config, env, request, log }) {
    await checkOperator({ params, config, env, request, log });
    const outcome = await reportOrganizations({ config, env, log });
    const service_id = outcome.kind === "not registered" ? null : serverIdIn(env);
    const { organizations, enabled } = outcome.kind === "reported" ? outcome : { organizations: 0, enabled: 0 };
    return { service_id, organizations, enabled, problem: outcomeProblem(outcome, config.pushService) };
  },
});

function outcomeProblem(
  outcome: Awaited<ReturnType<typeof reportOrganizations>>,
  service: string | null,
): string | null {
  switch (outcome.kind) {
    case "refused":
      return outcome.msg;
    case "unreachable":
      return `${service} does not answer.`;
    case "reported":
    case "not registered":
      return null;
    default:
      return outcome satisfies never;
  }
}

/** Stores, for ten seconds, the secret that proves to the push service that this server owns its host name. */
const prepareVerificationEndpoint = edgeEndpoint({
  route: "POST /organizations/push/verification",
  params: { setup_token: text("id"), access_token: text("id"), verification_secret: text("id") },
  async answer({ params, config, env, request, log }) {
    await checkOperator({ params, config, env, request, log });
    const { access_token: token, verification_secret: secret } = params;
    await prepareVerification(databaseOf(env), { token, secret, now: machineClock.milliseconds() });
    log.info("push_verification_prepared");
    return {};
  },
});

/** Proves to the push service that a request for credentials of this host name comes from its server. */
const verifyServerEndpoint = edgeEndpoint({
  route: "GET /zulip-services/verify/:access_token",
  params: { access_token: text("id") },
  reply: { verification_secret: v.string() },
  async answer({ params: { access_token }, env }) {
    const now = machineClock.milliseconds();
    const found = await verificationFor(databaseOf(env), access_token, now);
    if (found === "too many") throw rateLimitHit(seconds(Math.ceil((DAY_MS - (now % DAY_MS)) / 1000)));
    if (found === "unknown") throw notPrepared();
    return { verification_secret: found.secret };
  },
});

const notPrepared = () =>
  new ApiError({ code: "REMOTE_SERVER_VERIFICATION_SECRET_NOT_PREPARED", msg: "Verification secret not prepared" });

/** Registers the server at the push service, and reports its organizations. */
export const pushRegistration = feature({
  name: "push registration",
  schema,
  archive: {
    leftOut: {
      push_registration: "of the server: a service refuses ids of organizations that another server has told",
    },
  },
  endpoints: [
    reportNowEndpoint,
    prepareVerificationEndpoint,
    verifyServerEndpoint,
    describeForPushEndpoint,
    recordStatusEndpoint,
  ],
  jobs: { [REPORT_JOB]: reportJob },
  handlers: [on(settingStoredHook, reportChange), on(unknownToServiceHook, reportUnknown)],
});
