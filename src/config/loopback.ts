/** The name in a Host header, without the port. */
export const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");

/** Whether a host always means the machine that resolves it, whatever DNS says. */
export function isLoopback(host: string): boolean {
  const name = nameOf(host);
  return name === "localhost" || name.endsWith(".localhost") || /^127(?:\.\d{1,3}){3}$|^\[::1\]$/.test(name);
}
