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
 * Name of the Durable Object that counts attempts at the setup token, for all organizations. It can't be an
 * organization's name, because it contains a space.
 */
const ATTEMPT_COUNTER = "setup token";

const invalidToken = () => new ApiError({ code: "UNAUTHORIZED", msg: "Invalid setup token", status: 401 });

/**
 * Counts an attempt at the setup token. Only called by the Worker, on the object named ATTEMPT_COUNTER. That object's
 * rate limit for unauthenticated requests counts by IP address.
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

/** Throws unless the setup token is correct, or the server requires none. Attempts are rate-limited. */
export async function checkSetupToken(token: string | undefined, request: SetupRequest): Promise<void> {
  const { config } = request;
  if (isSetupOpen(config)) return;
  const isRight = config.setupToken !== null && isSameSecret(token ?? "", config.setupToken);
  if (!isRight) wasGuessed = true;
  // On a self-hosted server, this is the only isolate, so attempts are only counted once a wrong token has been sent.
  if (isRight && (isProven(request.request.address) || (config.ownPort !== null && !wasGuessed))) return;
  await countAttempt(request);
  if (!isRight) {
    noteGuess("setup token", request.log, config.logAddresses ? request.request.address : undefined);
    throw invalidToken();
  }
  proven.set(request.request.address, machineClock.milliseconds());
}

/** Settings of endpoints that require the setup token, if there is one, and also work in a deactivated organization. */
export const withSetupToken = {
  loopbackOnly: isSetupOpen,
  evenDeactivated: true,
  organization: ({ subdomain }: { readonly subdomain: string }) => subdomain,
  async prepare({
    params: { setup_token },
    ...request
  }: SetupRequest & { params: { setup_token?: string | undefined } }) {
    await checkSetupToken(setup_token, request);
  },
} as const;

/** True if a wrong token was sent since the program started. */
let wasGuessed = false;

/**
 * Time of the last correct attempt that was counted, by address. Further correct attempts within a minute aren't
 * counted, because the server administrator sends many requests at once, such as one per page of a table. After too
 * many wrong attempts, a correct token is still rejected.
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
 * Lists the organizations in this server's databases, for the server administrator. Some may never have been created,
 * or may be lost, which D1 can't tell apart. Not part of Zulip's API.
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
