/** The parts of the page, in the order in which a key steps through them. */
const PANES = ".shell-nav, .shell-main, .composer, .shell-details";

/** The elements of a part that can get the focus, the best first: current link, current message, text, any control. */
const ENTRIES = [
  '[aria-current="page"]',
  'article[tabindex="0"]',
  "textarea",
  "a[href], button:not(:disabled), input:not(:disabled)",
];

const isSeen = (element: Element): boolean => element.getClientRects().length > 0;

/** Moves the focus to the next part of the page, or to the one before. */
export function stepPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANES)].filter(isSeen);
  const { activeElement } = document;
  const within = panes.findLastIndex((pane) => pane.contains(activeElement));
  // The heading of a place counts as standing before the parts within the place.
  const present = within - Number(by === 1 && activeElement?.matches("main, main h1") === true);
  const to = present < 0 && by === -1 ? panes.length - 1 : (present + by + panes.length) % panes.length;
  const next = panes[to];
  const targets = ENTRIES.flatMap((entry) => [...(next?.querySelectorAll<HTMLElement>(entry) ?? [])]);
  // An inner part, such as the composer, is a step of its own.
  const target = targets.find((one) => isSeen(one) && one.closest(PANES) === next);
  (target ?? next)?.focus();
}
