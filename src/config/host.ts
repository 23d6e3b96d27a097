import { type Config, OWN_MACHINE } from "./config.ts";

type Naming = Pick<Config, "rootDomain" | "site">;

export const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The name in a Host header, without the port. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");

/**
 * Which organization a host means: `name.example.org` is `name` below the root domain `example.org`, and the root
 * domain itself is the organization without a name. On one's own machine any other address is that one too. Undefined
 * where it means none.
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

/** The own address of an organization, as the configuration says it: whatever leaves the server names it by this. */
export function siteOf(subdomain: string, { rootDomain, site }: Naming): string {
  const own = site ?? `http://${OWN_MACHINE}`;
  if (subdomain === "") return own;
  const url = new URL(own);
  url.hostname = `${subdomain}.${rootDomain}`;
  return url.origin;
}

/**
 * The address by which whoever asks goes on: the organization's own. But one's own machine has several, and who came by
 * another one of them may be unable to reach that; unless TLS, of which a request says nothing, ends in front of it.
 */
export function originFor(subdomain: string, { host, protocol }: { host: string; protocol: string }, config: Naming) {
  const own = siteOf(subdomain, config);
  if (config.rootDomain !== OWN_MACHINE || own === `https://${host.toLowerCase()}`) return own;
  return `${protocol}//${host}`;
}

/** Whether a name means the very machine that uses it, which no name server of somebody else's can change. */
export function isLoopback(host: string): boolean {
  const name = nameOf(host);
  return name === "localhost" || name.endsWith(".localhost") || /^127(?:\.\d{1,3}){3}$|^\[::1\]$/.test(name);
}
