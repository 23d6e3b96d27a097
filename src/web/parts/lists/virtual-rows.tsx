import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { perObject } from "../../model/per-object.ts";

/** Called with whether an element is near the visible part of its scroll container, and with its height in pixels. */
type Tell = (isNear: boolean, height: number) => void;

interface Watch {
  readonly observer: IntersectionObserver;
  readonly told: Map<Element, Tell>;
}

/** The observer of each scroll container, shared by all elements in it. */
const watchOf = perObject((box: Element): Watch => {
  const told = new Map<Element, Tell>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries)
        told.get(target)?.(isIntersecting, boundingClientRect.height);
    },
    { root: box, rootMargin: "600px 0px" },
  );
  return { observer, told };
});

function scrollerOf(element: Element): Element | undefined {
  for (let box = element.parentElement; box !== null; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  return undefined;
}

interface NearProps {
  readonly as: "ul" | "section";
  readonly label?: string;
  readonly class?: string;
  /** Assumed height in pixels until the part has been rendered. */
  readonly height: number;
  /** True for the first part. It is rendered before its position is known, because users see it first. */
  readonly isFirst: boolean;
  readonly children: () => ComponentChildren;
}

/**
 * A part of a long list. While it is far from the visible area and doesn't contain the focus, only an empty placeholder
 * is in the document.
 */
export function VirtualBlock({ as: Tag, label, class: name, height, isFirst, children }: NearProps) {
  const outline = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(isFirst);
  const measured = useRef(height);
  useLayoutEffect(() => {
    const element = outline.current;
    const box = element && scrollerOf(element);
    if (!element || !box) return setNear(true);
    const { observer, told } = watchOf(box);
    told.set(element, (is, now) => {
      // Elements in a hidden pane have no height.
      if (!is && now > 0 && element.childElementCount > 0) measured.current = now;
      setNear(is || element.contains(document.activeElement));
    });
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      told.delete(element);
    };
  }, []);
  return (
    <Tag
      ref={outline as never}
      class={name}
      aria-label={label}
      style={isNear ? undefined : { "block-size": `${measured.current}px` }}
    >
      {isNear && children()}
    </Tag>
  );
}

interface LongRowsProps<Item> {
  readonly items: readonly Item[];
  readonly class?: string;
  /** Approximate row height in pixels. */
  readonly height: number;
  readonly row: (item: Item) => ComponentChildren;
}

/** Rows rendered and removed together. */
const ROWS_TOGETHER = 40;

/** List rows in a scroll container. Only those near the visible area are rendered. */
export function VirtualRows<Item>({ items, class: name, height, row }: LongRowsProps<Item>) {
  if (items.length <= ROWS_TOGETHER) return <ul class={name}>{items.map(row)}</ul>;
  const parts = Array.from({ length: Math.ceil(items.length / ROWS_TOGETHER) }, (_, at) =>
    items.slice(at * ROWS_TOGETHER, (at + 1) * ROWS_TOGETHER),
  );
  return parts.map((part, at) => (
    <VirtualBlock key={at} as="ul" {...(name && { class: name })} height={part.length * height} isFirst={at === 0}>
      {() => part.map(row)}
    </VirtualBlock>
  ));
}
