import { cachedFormat } from "../../../words/format.ts";

/** Hides the picture of a linked page from screen readers and the Tab key if the card's title has the same link. */
export function quietCards(root: HTMLElement): void {
  for (const picture of root.querySelectorAll<HTMLAnchorElement>(".message_embed_image")) {
    const isNamed = picture.parentElement?.querySelector(".message_embed_title a") != null;
    if (isNamed) {
      picture.ariaHidden = "true";
      picture.tabIndex = -1;
    } else picture.ariaLabel = picture.hostname;
  }
}

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
