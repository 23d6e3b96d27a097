import type { Config } from "../../../config/config.ts";
import { isLoopback } from "../../../config/host.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";

/**
 * Refuses to make an organization on a server that others reach and that nobody has told its name: the addresses of its
 * accounts and of its bots, and of all that it mails, would be made of a name that means every machine.
 */
export function checkIsNamed({ origin }: RequestFacts, { site }: Config): void {
  const host = origin.replace(/^https?:\/\//, "");
  if (site !== null || isLoopback(host)) return;
  throw badRequest(
    `This server does not know its name yet. Set ROOT_DOMAIN to it, such as "${host}", and deploy again, before you create an organization.`,
  );
}
