/** A zone in which it is early afternoon now: people are awake then, and all that was said today was said on one day. */
export function afternoon(): string {
  const ahead = 14 - new Date().getUTCHours();
  return `Etc/GMT${ahead <= 0 ? "+" : "-"}${Math.abs(ahead)}`;
}
