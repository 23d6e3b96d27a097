/**
 * Lets links within the client change the address of this page; all others open a new tab, and get no referrer.
 */
export function openLinksRightly(root: HTMLElement): void {
  for (const link of root.querySelectorAll("a")) {
    const target = link.getAttribute("href") ?? "";
    const inside = hashOf(target);
    if (inside !== undefined) {
      link.setAttribute("href", inside);
      continue;
    }
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
}

/** The hash of a link that leads into the client. */
function hashOf(target: string): string | undefined {
  if (target.startsWith("#")) return target;
  if (target.startsWith("/#")) return target.slice(1);
  const { origin } = window.location;
  return target.startsWith(`${origin}/#`) ? target.slice(origin.length + 1) : undefined;
}
