/** Mattermost's maximum for usernames. */
const MAX_NAME = 64;

/**
 * Returns an address that can never receive email (RFC 2606). Accounts with the same address become one, so a name that
 * may be shortened or altered here needs a number.
 */
export function undeliverable(program: "mattermost" | "slack", name: string, number?: number): string {
  const readable = name
    .replace(/[^\w.-]+/g, "-")
    .toLowerCase()
    .slice(0, MAX_NAME);
  return `${program}-${readable}${number === undefined ? "" : `-${number}`}@import.invalid`;
}
