/** Returns the time zones that the browser supports, and the current one even if the browser doesn't support it. */
export function zonesWith(present: string): readonly string[] {
  const zones = Intl.supportedValuesOf("timeZone");
  return present === "" || zones.includes(present) ? zones : [present, ...zones];
}

/** Returns a time zone's display name, such as "Europe/Berlin" or "America/New York". */
export const zoneName = (zone: string): string => zone.replaceAll("_", " ");
