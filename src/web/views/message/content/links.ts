/**
 * Links within the client stay in this page, which follows its address; all others open beside it, and learn nothing of
 * where they were.
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

/** The address within the client that a link leads to. */
function hashOf(target: string): string | undefined {
  if (target.startsWith("#")) return target;
  if (target.startsWith("/#")) return target.slice(1);
  const { origin } = window.location;
  return target.startsWith(`${origin}/#`) ? target.slice(origin.length + 1) : undefined;
}
