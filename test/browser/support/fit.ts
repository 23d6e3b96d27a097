import type { Page } from "playwright-core";

/**
 * Returns a line for each text or control that doesn't fit on the page: outside the window, cut without an ellipsis or
 * at its start, or overlapping another text.
 */
export const fitProblems = (page: Page): Promise<string[]> => page.evaluate(measure);

/** Runs in the page. */
function measure(): string[] {
  /** Tolerance for rounded edges, and for glyphs that extend beyond their boxes. */
  const SLACK_PX = 2;
  /** Boxes of lines are taller than their letters, so boxes can overlap by this share of the lower one's height. */
  const SHARED_LINE = 0.35;

  interface Box {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }
  interface Leaf extends Box {
    readonly text: string;
    readonly node: Text;
    /** The nearest element around the text that covers others on purpose. */
    readonly layer: Element | null;
  }

  const problems = new Set<string>();
  const leaves: Leaf[] = [];
  const nameOf = (element: Element) =>
    element.tagName.toLowerCase() + [...element.classList].map((name) => `.${name}`).join("");
  const isEmpty = ({ left, right, top, bottom }: Box) => right - left < 1 || bottom - top < 1;

  /** Whether an element is only visible to screen readers. */
  const isForReaders = (style: CSSStyleDeclaration) => style.clipPath !== "none";

  /** True if the first letter of an element is outside the element's edges. */
  const isBeginningLost = (node: Text, element: Element) => {
    const before = document.createRange();
    before.setStart(element, 0);
    before.setEnd(node, node.data.search(/\S/));
    if (before.toString().trim() !== "") return false;
    const letter = document.createRange();
    letter.setStart(node, before.endOffset);
    letter.setEnd(node, before.endOffset + 1);
    const { left, right } = letter.getBoundingClientRect();
    const edge = element.getBoundingClientRect();
    // An element that has no room even for a letter is invisible.
    if (edge.width <= right - left) return false;
    return left < edge.left - SLACK_PX || right > edge.right + SLACK_PX;
  };

  /**
   * Returns the visible part of a line of text, or undefined if the text is only for screen readers. Reports text that
   * is cut.
   */
  const seenOf = (node: Text, line: DOMRect): { box: Box; layer: Element | null } | undefined => {
    let box: Box = { left: line.left, right: line.right, top: line.top, bottom: line.bottom };
    let layer: Element | null = null;
    let mayBeCut = true;
    // A positioned element is clipped only by elements that its position is relative to.
    let escapes: "not" | "absolute" | "fixed" = "not";
    for (let element = node.parentElement; element !== null; element = element.parentElement) {
      const style = getComputedStyle(element);
      if (isForReaders(style)) return undefined;
      const isSkipped = escapes === "fixed" || (escapes === "absolute" && style.position === "static");
      if (!isSkipped) {
        escapes = "not";
        const edge = element.getBoundingClientRect();
        const hides = style.display !== "inline" && style.display !== "contents";
        if (hides && style.overflowX !== "visible") {
          const isScrolled = style.overflowX === "auto" || style.overflowX === "scroll";
          // `text-overflow` adds ellipses to an element's own lines, but not to its flex or grid items.
          const hasEllipsis = style.textOverflow === "ellipsis" && !/flex|grid/.test(style.display);
          if (isScrolled || hasEllipsis) mayBeCut = false;
          const isBeyond = box.left < edge.left - SLACK_PX || box.right > edge.right + SLACK_PX;
          const isReached = box.bottom > edge.top && box.top < edge.bottom;
          if (hasEllipsis && isBeyond && isReached && isBeginningLost(node, element)) {
            problems.add(`cut where it begins by ${nameOf(element)}: ${node.data.trim()}`);
          }
          if (mayBeCut && isBeyond && isReached) problems.add(`cut by ${nameOf(element)}: ${node.data.trim()}`);
          box = { ...box, left: Math.max(box.left, edge.left), right: Math.min(box.right, edge.right) };
        }
        if (hides && style.overflowY !== "visible") {
          box = { ...box, top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom) };
        }
        const isLayer = (style.position !== "static" && style.position !== "relative") || style.zIndex !== "auto";
        if (isLayer) layer ??= element;
        if (style.position === "absolute" || style.position === "fixed") escapes = style.position;
      }
    }
    return { box, layer };
  };

  // The parts of a formula overlap on purpose.
  const NOT_MEASURED = "script, style, noscript, svg, option, textarea, .katex";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode() as Text | null; node !== null; node = texts.nextNode() as Text | null) {
    const text = node.data.trim();
    const parent = node.parentElement;
    const isSeen = parent?.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    });
    if (text === "" || !isSeen || parent?.closest(NOT_MEASURED) !== null) continue;
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (isEmpty(line)) continue;
      const seen = seenOf(node, line);
      if (seen === undefined || isEmpty(seen.box)) continue;
      leaves.push({ ...seen.box, layer: seen.layer, text, node });
    }
  }

  const { clientWidth } = document.documentElement;
  for (const { left, right, text } of leaves) {
    if (left < -SLACK_PX || right > clientWidth + SLACK_PX) problems.add(`beyond the window: ${text}`);
  }
  for (const element of document.querySelectorAll("button, input, select, textarea, img, a")) {
    const style = getComputedStyle(element);
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isForReaders(style)) continue;
    const { left, right } = element.getBoundingClientRect();
    const isScrolled = () => {
      for (let above = element.parentElement; above !== null; above = above.parentElement) {
        if (getComputedStyle(above).overflowX !== "visible" && above !== document.body) return true;
      }
      return false;
    };
    const isBeyond = right - left > 1 && (left < -SLACK_PX || right > clientWidth + SLACK_PX);
    if (isBeyond && !isScrolled()) problems.add(`beyond the window: ${nameOf(element)}`);
  }

  leaves.sort((one, other) => one.top - other.top);
  for (const [at, one] of leaves.entries()) {
    for (const other of leaves.slice(at + 1)) {
      if (other.top >= one.bottom) break;
      if (other.layer !== one.layer || other.node === one.node) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - other.top;
      const line = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (across > SLACK_PX && down > line * SHARED_LINE) problems.add(`over each other: ${one.text} | ${other.text}`);
    }
  }
  return [...problems].map((problem) => problem.replace(/\s+/g, " ").slice(0, 160));
}
