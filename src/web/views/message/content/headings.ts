/** The level below the headings of the conversation and of the days. */
const FIRST_LEVEL = 3;

/** Sets the levels of a message's headings below those of the page, without gaps between the levels. */
export function lowerHeadings(root: HTMLElement): void {
  const headings = [...root.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const written = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  for (const heading of headings) {
    heading.ariaLevel = String(Math.min(6, FIRST_LEVEL + written.indexOf(heading.tagName)));
  }
}
