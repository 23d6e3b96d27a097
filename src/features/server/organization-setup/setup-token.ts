import * as v from "valibot";
import { edgeEndpoint, setupAction } from "../../../api/endpoint.ts";
import { optional, text, textParameter } from "../../../api/parameter.ts";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { SUBDOMAIN } from "../../../config/host.ts";
import { databasesOf } from "../../../database/databases.ts";
import { callRealm, nothingSent } from "../../../http/ask-realm.ts";
import type { Log } from "../../../logging/log.ts";
import { noteGuess } from "../../../logging/refused-logins.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { machineClock } from "../../../util/clock.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { before, MINUTE_MS, type Milliseconds } from "../../../util/time.ts";
import { listNumbers } from "./organization-id.ts";

/**
 * Name of the Durable Object that counts attempts at the setup token, for all organizations. It contains a space, so no
 * organization can have it.
 */
const ATTEMPT_COUNTER = "setup token";

const invalidToken = () => new ApiError({ code: "UNAUTHORIZED", msg: "Invalid setup token", status: 401 });

/**
 * Counts an attempt at the setup token. Only called by the Worker, on the object named ATTEMPT_COUNTER, whose rate
 * limit for unauthenticated calls counts by the caller's address.
 */
export const countSetupAttemptEndpoint = setupAction({
  route: "POST /organizations/setup_tries",
  internal: true,
  run: () => ({}),
  absent: () => ({}),
});

export const isSetupOpen = ({ setupToken, openCreation }: Config): boolean => setupToken === null && openCreation;

export const setupParams = {
  subdomain: optional(textParameter(v.union([v.literal(""), v.pipe(boundedText("address"), v.regex(SUBDOMAIN))])), ""),
  setup_token: optional(text("id")),
};

export interface SetupRequest {
  readonly config: Config;
  readonly env: Env;
  readonly request: RequestFacts;
  readonly log: Log;
}

/** Throws unless the setup token is right, or the server needs none. Attempts are rate-limited. */
export async function checkSetupToken(token: string | undefined, request: SetupRequest): Promise<void> {
  const { config } = request;
  if (isSetupOpen(config)) return;
  const isRight = config.setupToken !== null && isSameSecret(token ?? "", config.setupToken);
  if (!isRight) wasGuessed = true;
  // On your own machine, this is the only isolate, so nothing needs to be counted before the first wrong token.
  if (isRight && (isProven(request.request.address) || (config.ownPort !== null && !wasGuessed))) return;
  await countAttempt(request);
  if (!isRight) {
    noteGuess("setup token", request.log, config.logAddresses ? request.request.address : undefined);
    throw invalidToken();
  }
  proven.set(request.request.address, machineClock.milliseconds());
}

/** True if a wrong token was sent since the program started. */
let wasGuessed = false;

/**
 * Time of the last counted, correct attempt per address. The server administrator makes many requests at once, such as
 * one per page of a table. Within a minute, further correct attempts aren't counted. A correct token after too many
 * wrong ones is still refused.
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

const PAGE_SIZE = 500;

/**
 * Lists the organizations known to this server's databases, for the server administrator. Some may never have been
 * created, or may be lost: D1 can't tell. Not part of Zulip's API.
 */
export const listOrganizationsEndpoint = edgeEndpoint({
  route: "POST /organizations/list",
  loopbackOnly: isSetupOpen,
  params: { setup_token: optional(text("id")), after: optional(text("address")) },
  reply: {
    organizations: v.array(
      v.object({
        subdomain: v.string(),
        number: v.number(),
        is_used: v.boolean(),
      }),
    ),
    /** Subdomain to continue after, or null at the end. */
    next: v.nullable(v.string()),
  },
  async answer({ params: { setup_token, after }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
    const organizations = await listNumbers(databasesOf(env), { after, most: PAGE_SIZE });
    return { organizations, next: organizations.length < PAGE_SIZE ? null : (organizations.at(-1)?.subdomain ?? null) };
  },
});
