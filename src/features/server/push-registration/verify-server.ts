import * as v from "valibot";
import { databaseOf } from "../../../database/databases.ts";
import { verificationFor } from "../../../database/push-verification.ts";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { ApiError, rateLimitHit } from "../../../protocol/errors.ts";
import { machineClock } from "../../../util/clock.ts";
import { DAY_MS, seconds } from "../../../util/time.ts";

/** Shows the push service that a request for the credentials of this host name comes from its server. */
export const verifyServerEndpoint = edgeEndpoint({
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
