import * as v from "valibot";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { askOutside } from "../../../outbound-http/ask-outside.ts";
import { checkAddress } from "../../../outbound-http/check-address.ts";
import { OutsideRefused } from "../../../outbound-http/refused.ts";
import { ApiError } from "../../../protocol/errors.ts";
import { machineClock } from "../../../util/clock.ts";
import { after, DAY, inMilliseconds, MINUTE, type Milliseconds, seconds } from "../../../util/time.ts";
import { type Client, clientOf, documentAddress, metadataSchema, oauthError } from "./clients.ts";

const TIMEOUT_MS = 5000;
const MAX_BYTES = 5120;
const MIN_CACHED = seconds(5 * MINUTE);
const MAX_CACHED = DAY;
const MAX_DOCUMENTS = 200;

/**
 * Client documents and when they expire. Kept in the isolate, because nothing is stored before a user allows the
 * client.
 */
const documents = new Map<string, { readonly client: Client; readonly until: Milliseconds }>();

const unreadable = (why: string) => oauthError("invalid_client", `The client's document can't be used: ${why}.`, 400);

/**
 * Returns the client whose id is the URL of a document that describes it. Throws if the document doesn't describe that
 * client. Runs in the Worker.
 */
export async function documentedClient(
  around: { readonly env: Env; readonly config: Config },
  id: string,
): Promise<Client> {
  const known = documents.get(id);
  const now = machineClock.milliseconds();
  if (known !== undefined && known.until > now) return known.client;
  const { client, seconds: lifetime } = await readDocument(around, id);
  const [oldest] = documents.keys();
  if (documents.size >= MAX_DOCUMENTS && oldest !== undefined) documents.delete(oldest);
  documents.set(id, { client, until: after(now, inMilliseconds(lifetime)) });
  return client;
}

async function readDocument({ env, config }: { readonly env: Env; readonly config: Config }, id: string) {
  const address = documentAddress(id);
  if (address === undefined) throw unreadable("the client_id is no address of one");
  try {
    // Without TLS, anyone on the network path could replace the document. Only hosts in the operator's own network
    // don't need TLS.
    if (checkAddress(config, address) === "guarded" && address.protocol !== "https:")
      throw unreadable("it needs https");
    const answer = await askOutside({ env, config }, id, {
      headers: { accept: "application/json" },
      timeoutMs: TIMEOUT_MS,
      mostBytes: MAX_BYTES,
      tooLong: "refused",
      redirects: 0,
    });
    const text = await new Response(answer.body).text();
    if (answer.status !== 200) throw unreadable(`its address answered with ${answer.status}`);
    const metadata = v.safeParse(v.pipe(v.string(), v.parseJson(), metadataSchema), text);
    if (!metadata.success) throw unreadable("it is not JSON with a name and redirect_uris");
    const { output } = metadata;
    if (output.client_id !== id) throw unreadable("its client_id is another one");
    if (output.client_name === undefined) throw unreadable("it has no client_name");
    return { client: clientOf(output, id, address.host), seconds: lifetimeOf(answer.headers) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof OutsideRefused) throw unreadable(reasons[error.reason]);
    throw unreadable("it could not be read");
  }
}

const reasons: Readonly<Record<OutsideRefused["reason"], string>> = {
  forbidden: "its URL isn't allowed",
  redirects: "its address leads to another one",
  unreachable: "no one answers at its URL",
  timeout: "its address does not answer in time",
  too_long: "it is too long",
};

/** Returns how long a document can be cached, in seconds. */
function lifetimeOf(headers: Headers) {
  const [, age] = /\bmax-age=(\d{1,9})/.exec(headers.get("cache-control") ?? "") ?? [];
  return seconds(Math.min(Math.max(Number(age ?? 0), MIN_CACHED), MAX_CACHED));
}
