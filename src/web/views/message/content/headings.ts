/** Below the heading of the conversation, and those of its days. */
const FIRST_LEVEL = 3;

/** Headings of a message stand below those of the page, each a level below the one above it, however they were written. */
export function lowerHeadings(root: HTMLElement): void {
  const headings = [...root.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const written = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  for (const heading of headings) {
    heading.ariaLevel = String(Math.min(6, FIRST_LEVEL + written.indexOf(heading.tagName)));
  }
}
