/** Levels 1 and 2 are the page's own headings, for the conversation and the days. */
const FIRST_LEVEL = 3;

/** Sets a message's heading levels below those of the page, without gaps between levels. */
export function lowerHeadings(root: HTMLElement): void {
  const headings = [...root.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const written = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  for (const heading of headings) {
    heading.ariaLevel = String(Math.min(6, FIRST_LEVEL + written.indexOf(heading.tagName)));
  }
}
