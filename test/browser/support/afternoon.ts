/** Returns a time zone in which it is early afternoon: people are awake, and everything said today falls on one day. */
export function afternoon(): string {
  const ahead = 14 - new Date().getUTCHours();
  return `Etc/GMT${ahead <= 0 ? "+" : "-"}${Math.abs(ahead)}`;
}
