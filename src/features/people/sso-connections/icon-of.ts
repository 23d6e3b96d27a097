import type { LoginProvider } from "../../../config/login-providers.ts";

const HOSTS = [
  [/^accounts\.google\.com$/, "google"],
  [/^login\.microsoftonline\.com$/, "microsoft"],
  [/(^|\.)(okta|oktapreview|okta-emea)\.com$/, "okta"],
  [/^gitlab\.com$/, "gitlab"],
] as const;

export function iconOf(issuer: string): LoginProvider["icon"] {
  const { hostname, pathname } = new URL(issuer);
  const known = HOSTS.find(([pattern]) => pattern.test(hostname))?.[1];
  return known ?? (pathname.includes("/realms/") ? "keycloak" : "openid");
}
