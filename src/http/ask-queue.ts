import { badRequest } from "../protocol/errors.ts";
import {
  LIMIT_HEADER,
  POLL_HEADER,
  type PollCall,
  type PollLimit,
  PROTOCOL,
  STALE,
  STALE_HEADER,
  type Version,
  writePoll,
} from "../rpc/realm-call.ts";
import type { ApiRequest } from "./api-request.ts";
import { askRealm } from "./ask-realm.ts";

/** In characters: the platform limits the size of a request's headers. */
const LONGEST_CALL = 12_000;

type Asked = Omit<PollCall, keyof Version | "subdomain" | "facts">;

/**
 * Asks the realm for a queue's events, by a `fetch`: only that can be answered with a WebSocket. `read` takes what the
 * realm answers, and throws at an answer of another form.
 */
export async function askQueue<T extends { readonly response: Response }>(
  request: ApiRequest,
  asked: Asked,
  read: (response: Response) => T,
): Promise<T & { readonly limit: PollLimit | null }> {
  const { context, subdomain, facts } = request;
  const { config, trail } = context;
  const call: PollCall = { protocol: PROTOCOL, build: config.build, subdomain, facts, ...asked };
  const encoded = writePoll(call);
  if (encoded.length > LONGEST_CALL) throw badRequest("The request is too long.");
  const init = { headers: { Upgrade: "websocket", [POLL_HEADER]: encoded } };
  const answer = await askRealm({ ...context, subdomain, isRepeatable: true }, async (realm) => {
    const answer = await realm.fetch("https://realm/poll", init);
    return answer.headers.has(STALE_HEADER) ? STALE : read(answer);
  });
  const header = answer.response.headers.get(LIMIT_HEADER);
  const limit = header === null ? null : (JSON.parse(header) as PollLimit);
  trail.realm = limit?.realm;
  trail.user = limit?.user;
  return { ...answer, limit };
}
