/**
 * Returns a time zone in which it is early afternoon, so that people are awake and all of today's messages are on the
 * same day.
 */
export function afternoon(): string {
  const ahead = 14 - new Date().getUTCHours();
  return `Etc/GMT${ahead <= 0 ? "+" : "-"}${Math.abs(ahead)}`;
}
