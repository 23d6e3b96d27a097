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
