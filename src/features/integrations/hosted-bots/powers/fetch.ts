import * as v from "valibot";
import { askOutside } from "../../../../outbound-http/ask-outside.ts";
import { readText } from "../../../../outbound-http/bounded-body.ts";
import { OutsideRefused } from "../../../../outbound-http/refused.ts";
import { boundedList, boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { PARLEY_VERSION } from "../../../../protocol/version.ts";
import { matchesHost } from "../../../../util/host-pattern.ts";
import { runLimits } from "../run-limits.ts";
import { power, type RunContext } from "./power.ts";

const HOST = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

/** A hostname or address, with a port or for all ports; or `*.` and a domain, for all its subdomains. */
const host = v.pipe(
  boundedText("address"),
  v.trim(),
  v.toLowerCase(),
  v.check((name) => HOST.test(name), "{} must be a host, such as api.example.com"),
);

export const hostsSchema = boundedList(host, "hosts");

const isAllowed = (hosts: readonly string[], { host: withPort, hostname }: URL): boolean =>
  hosts.some((entry) => matchesHost(entry, hostname) || entry === withPort);

const request = v.strictObject({
  url: boundedText("url"),
  method: v.optional(v.picklist(["GET", "HEAD", "POST"]), "GET"),
  headers: v.optional(v.pipe(v.record(boundedText("name"), boundedText("token")), v.maxEntries(30)), {}),
  body: v.optional(boundedText("payload")),
});

/**
 * Sends a request to another server, on one of the bot's allowed hosts. Doesn't follow redirects, which could lead
 * anywhere.
 */
export const fetchOutside = power(request, askAllowed);

export async function askAllowed(
  { env, config, hosts }: Pick<RunContext, "env" | "config" | "hosts">,
  { url, method, headers, body }: v.InferOutput<typeof request>,
) {
  const address = URL.parse(url);
  if (address === null) throw badRequest("url is no web address");
  if (!isAllowed(hosts, address)) throw badRequest(`The bot isn't allowed to reach ${address.host}.`);
  try {
    const answer = await askOutside({ env, config }, address.href, {
      method,
      headers: { ...headers, "user-agent": `ParleyBot/${PARLEY_VERSION}` },
      ...(body !== undefined && method === "POST" && { body }),
      timeoutMs: runLimits.fetch_ms,
      mostBytes: runLimits.fetch_bytes,
      redirects: 0,
    });
    const text = await readText(answer.body);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text };
  } catch (error) {
    if (error instanceof OutsideRefused) throw badRequest(`${address.host} couldn't be asked (${error.message}).`);
    throw error;
  }
}
