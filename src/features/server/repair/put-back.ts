import * as v from "valibot";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { optional, text, textOf } from "../../../endpoints/parameter.ts";
import { askRealm } from "../../../http/ask-realm.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { checkSetupToken, isSetupOpen } from "../setup/public.ts";
import { operatorParams } from "./operator-params.ts";

/** A time with its zone: "2026-11-21T13:05:00Z". */
const time = v.pipe(boundedText("word"), v.isoTimestamp());

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
    const wanted = bookmark === undefined ? { at: Date.parse(at ?? "") } : { bookmark };
    const answer = await askRealm({ config, env, subdomain, isRepeatable: false, log }, (realm) =>
      realm.putBack(wanted),
    );
    if ("refused" in answer) throw badRequest(`The organization cannot be put back: ${answer.refused}`);
    log.info("put_back", { subdomain, ...answer });
    return answer;
  },
});
