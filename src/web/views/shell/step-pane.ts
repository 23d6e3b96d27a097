/** The parts of the page, in the order in which a key leads through them. */
const PANES = ".shell-nav, .shell-main, .composer, .shell-details";

/** Where one enters a part, the best first: where one is in it, its message, its text, whatever can be used. */
const ENTRIES = [
  '[aria-current="page"]',
  'article[tabindex="0"]',
  "textarea",
  "a[href], button:not(:disabled), input:not(:disabled)",
];

const isSeen = (element: Element): boolean => element.getClientRects().length > 0;

/** Puts the focus into the next part of the page, or the one before. */
export function stepPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANES)].filter(isSeen);
  const { activeElement } = document;
  const within = panes.findLastIndex((pane) => pane.contains(activeElement));
  // At the heading of a place, one stands before what is in it.
  const present = within - Number(by === 1 && activeElement?.matches("main, main h1") === true);
  const to = present < 0 && by === -1 ? panes.length - 1 : (present + by + panes.length) % panes.length;
  const next = panes[to];
  const targets = ENTRIES.flatMap((entry) => [...(next?.querySelectorAll<HTMLElement>(entry) ?? [])]);
  // What belongs to a part within this one has a step of its own.
  const target = targets.find((one) => isSeen(one) && one.closest(PANES) === next);
  (target ?? next)?.focus();
}
