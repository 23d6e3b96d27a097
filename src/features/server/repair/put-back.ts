import * as v from "valibot";
import type { Env } from "../../../config/env.ts";
import { databasesOf } from "../../../database/databases.ts";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { optional, text, textOf } from "../../../endpoints/parameter.ts";
import { askRealm } from "../../../http/ask-realm.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { machineClock } from "../../../util/clock.ts";
import { before, days, inMilliseconds, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { foundedAt } from "../setup/organization-id.ts";
import { checkSetupToken, isSetupOpen } from "../setup/setup-token.ts";
import { operatorParams } from "./operator-params.ts";

/** A time with its zone: "2026-11-21T13:05:00Z". */
const time = v.pipe(boundedText("word"), v.isoTimestamp());

/** For how long Cloudflare keeps the states of objects. */
const KEPT_DAYS = 30;

/**
 * Puts an organization's object back to an earlier state, of the last 30 days, where it runs on Cloudflare. D1 and R2 stay
 * as they are: a repair with `restored` has to follow. The answer's `undo` is the bookmark that takes it back.
 */
export const putBackEndpoint = edgeEndpoint({
  route: "POST /organizations/put_back",
  loopbackOnly: isSetupOpen,
  params: { ...operatorParams, at: optional(textOf(time)), bookmark: optional(text("id")) },
  reply: { bookmark: v.string(), undo: v.string() },
  async answer({ params: { subdomain, setup_token, at, bookmark }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
    if ((at === undefined) === (bookmark === undefined)) throw badRequest("Either a time or a bookmark is needed.");
    const wanted = bookmark === undefined ? { at: milliseconds(Date.parse(at ?? "")) } : { bookmark };
    if ("at" in wanted) await checkTime(wanted.at, subdomain, env);
    const answer = await askRealm({ config, env, subdomain, isRepeatable: false, log }, (realm) =>
      realm.putBack(wanted),
    );
    if ("refused" in answer) throw badRequest(`The organization can't be restored: ${answer.refused}`);
    log.info("put_back", { subdomain, ...answer });
    return answer;
  },
});

/** Refuses a time that no state is of: a slip that would be noticed late. */
async function checkTime(at: Milliseconds, subdomain: string, env: Env): Promise<void> {
  const now = machineClock.milliseconds();
  if (at > now) throw badRequest("This time is still to come. Times are in UTC where they end with Z.");
  if (at < before(now, inMilliseconds(days(KEPT_DAYS))))
    throw badRequest(`This time is more than ${KEPT_DAYS} days ago.`);
  const since = await foundedAt(databasesOf(env), subdomain);
  if (since !== undefined && at < inMilliseconds(since)) {
    throw badRequest("The organization was founded later than that.");
  }
}
