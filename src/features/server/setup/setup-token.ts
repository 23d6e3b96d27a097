import { createHash, timingSafeEqual } from "node:crypto";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { callRealm, nothingSent } from "../../../http/ask-realm.ts";
import type { Log } from "../../../logging/log.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";

/**
 * The name of the Durable Object that counts attempts at the setup token, whichever organization they are about. No
 * organization has that name, since a subdomain has no space.
 */
const ATTEMPT_COUNTER = "setup token";

const invalidToken = () => new ApiError({ code: "UNAUTHORIZED", msg: "Invalid setup token", status: 401 });

/**
 * Counts an attempt at the setup token. The Worker calls it, at the object of ATTEMPT_COUNTER alone, where the rate
 * limit of calls without an account counts it by the caller's address.
 */
export const countSetupAttemptEndpoint = setupAction({
  route: "POST /organizations/setup_tries",
  internal: true,
  params: {},
  reply: {},
  run: () => ({}),
  absent: () => ({}),
});

/** Whether anybody who reaches the server may create organizations, as on a developer's own machine. */
export const isSetupOpen = ({ setupToken, openCreation }: Config): boolean => setupToken === null && openCreation;

/** What the Worker knows of a request that may need the setup token. */
export interface SetupRequest {
  readonly config: Config;
  readonly env: Env;
  readonly request: RequestFacts;
  readonly log: Log;
}

/** Refuses a request without the right setup token, unless the server needs none. Attempts are rate-limited. */
export async function checkSetupToken(token: string | undefined, request: SetupRequest): Promise<void> {
  const { config } = request;
  if (isSetupOpen(config)) return;
  await countAttempt(request);
  if (config.setupToken === null || !isSame(token ?? "", config.setupToken)) throw invalidToken();
}

async function countAttempt({ request: facts, ...worker }: SetupRequest): Promise<void> {
  const answer = await callRealm(worker, true, {
    subdomain: ATTEMPT_COUNTER,
    route: countSetupAttemptEndpoint.route,
    step: "run",
    ...nothingSent,
    facts,
  });
  if (!answer.ok) throw new ApiError(answer.error);
}

/** Compares in constant time, so that the time of an answer tells nothing about the token. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
const digest = (token: string) => createHash("sha256").update(token).digest();
