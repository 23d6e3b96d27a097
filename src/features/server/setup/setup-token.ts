import { createHash, timingSafeEqual } from "node:crypto";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { action } from "../../../endpoints/endpoint.ts";
import { callRealm, nothingSent } from "../../../http/ask-realm.ts";
import type { Log } from "../../../logging/log.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";

/** The name of no organization: there tries are counted, whichever organization they are about. */
const COUNTER = "setup token";

const invalidToken = () => new ApiError({ code: "UNAUTHORIZED", msg: "Invalid setup token", status: 401 });

/** One more try of the token by an address: it is counted as every call is that has no organization. */
export const countSetupTryEndpoint = action({
  route: "POST /organizations/setup_tries",
  by: "anyone",
  internal: true,
  params: {},
  reply: {},
  run: () => ({}),
  absent: () => ({}),
});

/** Whether the server is anybody's to set up who reaches it, as on one's own machine. */
export const isOpen = ({ setupToken, openCreation }: Config): boolean => setupToken === null && openCreation;

export interface Asked {
  readonly config: Config;
  readonly env: Env;
  readonly request: RequestFacts;
  readonly log: Log;
}

/** What is for whoever runs the server: they know its token; without one, nobody else can reach it. */
export async function checkSetupToken(token: string | undefined, asked: Asked): Promise<void> {
  const { config } = asked;
  if (isOpen(config)) return;
  await countTry(asked);
  if (config.setupToken === null || !isSame(token ?? "", config.setupToken)) throw invalidToken();
}

async function countTry({ request: facts, ...asked }: Asked): Promise<void> {
  const answer = await callRealm(asked, true, {
    subdomain: COUNTER,
    route: countSetupTryEndpoint.route,
    step: "run",
    ...nothingSent,
    facts,
  });
  if (!answer.ok) throw new ApiError(answer.error);
}

/** As long for a token that is nearly right as for any other. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
const digest = (token: string) => createHash("sha256").update(token).digest();
