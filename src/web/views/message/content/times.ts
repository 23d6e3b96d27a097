import { cachedFormat } from "../../../words/format.ts";

const local = cachedFormat(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: "short",
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    }),
);

/** Shows times in this device's time zone. */
export function showLocalTimes(root: HTMLElement): void {
  for (const time of root.querySelectorAll("time")) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    // The text of the message stays available as a tooltip.
    time.title = time.textContent ?? "";
    time.textContent = local().format(date);
  }
}
