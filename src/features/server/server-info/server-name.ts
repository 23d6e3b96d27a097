import type { Config } from "../../../config/config.ts";
import { isLoopback } from "../../../config/loopback.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";

/**
 * Throws if an organization is created through a host name other than a loopback one while none is configured.
 * Otherwise, its bots' addresses and all emailed URLs would contain "localhost".
 */
export function checkHasName({ origin }: RequestFacts, { site }: Config): void {
  const host = origin.replace(/^https?:\/\//, "");
  if (site !== null || isLoopback(host)) return;
  throw badRequest(
    `This server doesn't know its name yet. Before you create an organization, write root_domain = "${host}" into parley.toml, if that is the name, and deploy again.`,
  );
}
