/** The picture of a linked page leads where its title does: who hears or tabs through the message meets the link once. */
export function quietCards(root: HTMLElement): void {
  for (const picture of root.querySelectorAll<HTMLAnchorElement>(".message_embed_image")) {
    const isNamed = picture.parentElement?.querySelector(".message_embed_title a") != null;
    if (isNamed) {
      picture.ariaHidden = "true";
      picture.tabIndex = -1;
    } else picture.ariaLabel = picture.hostname;
  }
}
