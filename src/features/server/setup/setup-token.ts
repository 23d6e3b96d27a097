import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { callRealm, nothingSent } from "../../../http/ask-realm.ts";
import type { Log } from "../../../logging/log.ts";
import { noteGuess } from "../../../logging/refused-logins.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { machineClock } from "../../../util/clock.ts";
import { isSame } from "../../../util/is-same.ts";
import { before, MINUTE_MS, type Milliseconds } from "../../../util/time.ts";

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

/** The Worker's knowledge of a request that may need the setup token. */
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
  const isRight = config.setupToken !== null && isSame(token ?? "", config.setupToken);
  if (!isRight) wasGuessed = true;
  // On a machine of one's own this isolate is the only one: while nobody has guessed, nothing has to be counted.
  if (isRight && (isProven(request.request.address) || (config.ownPort !== null && !wasGuessed))) return;
  await countAttempt(request);
  if (!isRight) {
    noteGuess("setup token", request.log, config.logAddresses ? request.request.address : undefined);
    throw invalidToken();
  }
  proven.set(request.request.address, machineClock.milliseconds());
}

/** Whether a wrong token was given since the program began. */
let wasGuessed = false;

/**
 * When an attempt from an address was counted and right. Whoever runs the server asks much at once, such as for each page
 * of a table; within a minute after such an attempt further right ones are not counted. A right guess among too many wrong
 * ones is refused as ever.
 */
const proven = new Map<string, Milliseconds>();

function isProven(address: string): boolean {
  const since = before(machineClock.milliseconds(), MINUTE_MS);
  for (const [known, at] of proven) if (at <= since) proven.delete(known);
  return proven.has(address);
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
