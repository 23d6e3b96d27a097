import { type Config, OWN_MACHINE } from "./config.ts";
import { hostWithoutPort } from "./loopback.ts";

type Naming = Pick<Config, "rootDomain" | "site">;

export const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns the subdomain of a host's organization: "name" for `name.example.org` under the root domain `example.org`,
 * and "" for the root domain itself. Without a domain (localhost), any other host also yields "". Returns undefined if
 * the host has no organization.
 */
export function subdomainOf(host: string, { rootDomain }: Pick<Config, "rootDomain">): string | undefined {
  const name = hostWithoutPort(host);
  if (name === rootDomain) return "";
  if (name.endsWith(`.${rootDomain}`)) {
    const subdomain = name.slice(0, -rootDomain.length - 1);
    return SUBDOMAIN.test(subdomain) ? subdomain : undefined;
  }
  return rootDomain === OWN_MACHINE ? "" : undefined;
}

/** Returns an organization's configured URL, which is used in everything that the server sends. */
export function siteOf(subdomain: string, { rootDomain, site }: Naming): string {
  const own = site ?? `http://${OWN_MACHINE}`;
  if (subdomain === "") return own;
  const url = new URL(own);
  url.hostname = `${subdomain}.${rootDomain}`;
  return url.origin;
}

/**
 * Whether a page's origin is the organization's, as returned by `originFor`. On your own machine, at an address other
 * than the configured one, the page can use https although the server sees http, because a proxy may terminate TLS.
 */
export function isOwnOrigin(origin: string, own: string, config: Naming): boolean {
  const [theirs, ours] = [URL.parse(origin), new URL(own)];
  if (theirs?.host !== ours.host) return false;
  const isConfigured = config.rootDomain !== OWN_MACHINE || new URL(siteOf("", config)).host === ours.host;
  return theirs.protocol === ours.protocol || (!isConfigured && theirs.protocol === "https:");
}

/**
 * Returns the URL that a client should continue with: the organization's own. On localhost, that may be unreachable, so
 * this is the URL that the client used, unless it only lacks the TLS that a proxy terminates.
 */
export function originFor(subdomain: string, { host, protocol }: { host: string; protocol: string }, config: Naming) {
  const own = siteOf(subdomain, config);
  if (config.rootDomain !== OWN_MACHINE || own === `https://${host.toLowerCase()}`) return own;
  return `${protocol}//${host}`;
}
