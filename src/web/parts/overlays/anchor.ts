interface Point {
  readonly x: number;
  readonly y: number;
}

export type Anchor = Element | Point;

let names = 0;

const isStyled = (element: Element): element is HTMLElement | SVGElement => "style" in element;

/**
 * Attaches a popover to an element or a point of the window. The CSS of the popover's class places it next to the
 * anchor (`position-area`), on a side with enough room. Returns a function that detaches it.
 */
export function attachToAnchor(popover: HTMLElement, anchor: Anchor): () => void {
  if (anchor instanceof Element) {
    if (!isStyled(anchor)) return () => {};
    const name = `--anchor-${++names}`;
    const others = () =>
      anchor.style
        .getPropertyValue("anchor-name")
        .split(/,\s*/)
        .filter((one) => one !== "" && one !== name);
    anchor.style.setProperty("anchor-name", [...others(), name].join(", "));
    popover.style.setProperty("position-anchor", name);
    return () => anchor.style.setProperty("anchor-name", others().join(", "));
  }
  const mark = document.createElement("span");
  mark.style.cssText = `position: fixed; left: ${anchor.x}px; top: ${anchor.y}px; inline-size: 1px; block-size: 1px; pointer-events: none`;
  popover.before(mark);
  const detach = attachToAnchor(popover, mark);
  return () => {
    detach();
    mark.remove();
  };
}
