import { addLimitHeaders, failure } from "../protocol/envelope.ts";
import type { Admission, ApiRequest } from "./api-request.ts";
import { callRealm, nothingSent } from "./ask-realm.ts";

/** Asks the realm whether the caller is allowed to call, before reading the rest of a long request. */
export async function askAdmission({
  context,
  endpoint,
  facts,
  subdomain,
  credentials,
}: ApiRequest): Promise<Admission | Response> {
  const answer = await callRealm(context, true, {
    subdomain,
    route: endpoint.route,
    step: "admit",
    ...nothingSent,
    credentials: credentials(),
    facts,
  });
  context.trail.user = answer.user ?? context.trail.user;
  if (answer.ok) return { limit: answer.limit };
  const response = failure(answer.error);
  addLimitHeaders(response, answer.limit);
  return response;
}
