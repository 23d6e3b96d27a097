import type { Config } from "../config.ts";
import { nonexistentSubdomain } from "../protocol/errors.ts";

/**
 * Which organization a host name means: `name.example.org` is `name` below the root domain `example.org`, and the root
 * domain itself is the organization without a name. On one's own machine any other address is that one too.
 */
export function subdomainOf(host: string, { rootDomain }: Pick<Config, "rootDomain">): string {
  const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
  if (name === rootDomain) return "";
  if (name.endsWith(`.${rootDomain}`)) {
    const subdomain = name.slice(0, -rootDomain.length - 1);
    if (SUBDOMAIN.test(subdomain)) return subdomain;
    throw nonexistentSubdomain();
  }
  if (rootDomain === "localhost") return "";
  throw nonexistentSubdomain();
}

export const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
