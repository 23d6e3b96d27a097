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

/** Times are those of the clock here. */
export function showLocalTimes(root: HTMLElement): void {
  for (const time of root.querySelectorAll("time")) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    // As it was written, for those who look for it.
    time.title = time.textContent ?? "";
    time.textContent = local().format(date);
  }
}
