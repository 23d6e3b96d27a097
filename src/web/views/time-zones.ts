/** The time zones known to the browser, and the current one, which the browser may not know. */
export function zonesWith(present: string): readonly string[] {
  const zones = Intl.supportedValuesOf("timeZone");
  return present === "" || zones.includes(present) ? zones : [present, ...zones];
}

/** Returns a time zone's display name, such as "Europe/Berlin" or "America/New York". */
export const zoneName = (zone: string): string => zone.replaceAll("_", " ");
