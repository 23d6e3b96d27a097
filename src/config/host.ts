import { type Config, OWN_MACHINE } from "./config.ts";
import { nameOf } from "./loopback.ts";

type Naming = Pick<Config, "rootDomain" | "site">;

export const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The subdomain of the organization that a host means: "name" for `name.example.org` below the root domain
 * `example.org`, and "" for the root domain itself. Without a domain (localhost), any other host means "" as well.
 * Undefined where the host means no organization.
 */
export function subdomainOf(host: string, { rootDomain }: Pick<Config, "rootDomain">): string | undefined {
  const name = nameOf(host);
  if (name === rootDomain) return "";
  if (name.endsWith(`.${rootDomain}`)) {
    const subdomain = name.slice(0, -rootDomain.length - 1);
    return SUBDOMAIN.test(subdomain) ? subdomain : undefined;
  }
  return rootDomain === OWN_MACHINE ? "" : undefined;
}

/** An organization's configured URL, which everything that leaves the server uses. */
export function siteOf(subdomain: string, { rootDomain, site }: Naming): string {
  const own = site ?? `http://${OWN_MACHINE}`;
  if (subdomain === "") return own;
  const url = new URL(own);
  url.hostname = `${subdomain}.${rootDomain}`;
  return url.origin;
}

/**
 * Whether a page's origin is that of an organization, as `originFor` tells it. At an address of one's own machine that is not the
 * configured one, TLS may end in front of the server without its knowledge.
 */
export function isOwnOrigin(origin: string, own: string, config: Naming): boolean {
  const [theirs, ours] = [URL.parse(origin), new URL(own)];
  if (theirs?.host !== ours.host) return false;
  const isConfigured = config.rootDomain !== OWN_MACHINE || new URL(siteOf("", config)).host === ours.host;
  return theirs.protocol === ours.protocol || (!isConfigured && theirs.protocol === "https:");
}

/**
 * The URL that a client should go on with: the organization's own. On localhost it is the one that the client came by,
 * since it may be unable to reach the configured one; unless they differ only in that TLS ends in front of the server.
 */
export function originFor(subdomain: string, { host, protocol }: { host: string; protocol: string }, config: Naming) {
  const own = siteOf(subdomain, config);
  if (config.rootDomain !== OWN_MACHINE || own === `https://${host.toLowerCase()}`) return own;
  return `${protocol}//${host}`;
}
