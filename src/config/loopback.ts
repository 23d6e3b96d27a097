export const hostWithoutPort = (host: string): string => host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");

/** Whether a host always refers to the machine that resolves it, regardless of DNS. */
export function isLoopback(host: string): boolean {
  const name = hostWithoutPort(host);
  return name === "localhost" || name.endsWith(".localhost") || /^127(?:\.\d{1,3}){3}$|^\[::1\]$/.test(name);
}
