/** True if a pattern matches a hostname: the name itself, or `*.name` for all its subdomains. */
export const matchesHost = (pattern: string, hostname: string): boolean =>
  pattern.startsWith("*.") ? hostname.endsWith(pattern.slice(1)) && !hostname.startsWith(".") : pattern === hostname;
