/**
 * Returns an IP address that no other test uses. The Worker counts some requests by address for all organizations, and
 * so for all tests.
 */
export function unusedAddress(): string {
  const id = crypto.randomUUID();
  return `2001:db8:${id.slice(0, 4)}:${id.slice(4, 8)}::1`;
}
