import { cachedFormat } from "../../words/format.ts";

/** Hides a link preview's image from screen readers and Tab if the card's title has the same link. */
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

export function showLocalTimes(root: HTMLElement): void {
  for (const time of root.querySelectorAll("time")) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    // The message's original text stays available as a tooltip.
    time.title = time.textContent ?? "";
    time.textContent = local().format(date);
  }
}
