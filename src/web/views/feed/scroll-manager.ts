/** The distance to the end of the feed, in pixels, within which added messages are scrolled into view. */
const NEAR_THE_END = 80;

/** The distance within which the end stays visible, whatever changes. Browsers round positions. */
const AT_THE_END = 2;

/** The height, in pixels, of the bars that can appear and disappear beside a feed. */
const MAX_BARS = 160;

/** The distance from the upper edge, in pixels, that the row of `limit` keeps. */
const LIMIT_FROM_TOP = 64;

interface ScrollAnchor {
  readonly element: Element;
  /** The distance from the beginning of the scrolled content. */
  readonly offset: number;
  /** Whether it is the first row in the document. Elements before it, such as the day, can disappear. */
  readonly isFirst: boolean;
}

interface ScrollElements {
  /** The element that scrolls. */
  readonly viewport: HTMLElement;
  /** The element that holds all scrolled content. */
  readonly whole: HTMLElement;
  /** The parent of the rows. */
  readonly list: HTMLElement;
}

/**
 * Keeps the scroll position at the rows that are being read while the document changes: rows come and go, pictures and the
 * composer grow. The browsers' scroll anchoring does not work in WebKit, and in no browser at the top of a list.
 */
export class ScrollManager {
  readonly #parts: ScrollElements;
  /** The rows that were visible, topmost first; several, because some can be removed before the next look. */
  #anchors: readonly ScrollAnchor[] = [];
  /** The scroll position that was set or noted last; `#rounded` is the same as the browser rounds it. */
  #position = 0;
  #rounded = 0;
  /** The height of the viewport at that time. */
  #height = 0;
  /** Whether the end of the feed is in the document; otherwise the end of the document is not followed. */
  hasEnd = false;
  /** Whether the end is followed, whatever changes; and whether it is as soon as rows are added. */
  #isFollowed = false;
  #isFollowedSoon = false;
  /** The last row at the last look. */
  #last: Element | null = null;
  /** Whether the user has scrolled since a target was shown. */
  isMoved = false;
  /** Whether a finger is on the screen, which can scroll. */
  isTouched = false;
  /** The row that has to stay visible while the end is followed. */
  limit: () => Element | null = () => null;

  constructor(parts: ScrollElements) {
    this.#parts = parts;
  }

  get distanceToEnd(): number {
    const { scrollHeight, clientHeight, scrollTop } = this.#parts.viewport;
    return scrollHeight - clientHeight - scrollTop;
  }

  get isAtEnd(): boolean {
    return this.hasEnd && this.distanceToEnd < NEAR_THE_END;
  }

  /** Notes the visible rows, after the user has scrolled and before the document changes. */
  remember(): void {
    const { viewport } = this.#parts;
    if (this.#isScrolled) {
      this.isMoved = true;
      this.#noteEnd();
      // The document can have changed too since the last look; this part of the distance was not scrolled by the user.
      const moved = this.#isFollowed ? 0 : this.#moved;
      if (moved !== 0) viewport.scrollTop += moved;
      this.#note(viewport.scrollTop);
    }
    this.#mark(this.visibleElements());
    this.#last = this.#parts.list.lastElementChild;
  }

  /** Scrolls so that the noted rows are where they were, or to the end if that is followed. */
  restore(): void {
    if (this.#isScrolled) this.#noteEnd();
    const { scrollTop } = this.#parts.viewport;
    const hasMore = this.#last?.nextElementSibling != null;
    this.#last = this.#parts.list.lastElementChild;
    if (this.#isFollowed || (this.#isFollowedSoon && hasMore)) {
      const limit = this.limit();
      const most = limit === null ? this.#end : limit.getBoundingClientRect().top - this.#start - LIMIT_FROM_TOP;
      this.#scrollTo(Math.min(this.#end, most));
      this.#isFollowed = most >= this.#end;
      this.#isFollowedSoon = this.#isFollowed;
      return;
    }
    const moved = this.#moved;
    if (moved === 0 && !this.#isCutOff) return;
    this.#scrollTo((this.#isCutOff || scrollTop === this.#rounded ? this.#position : scrollTop) + moved);
  }

  /** Scrolls so that a row is at a distance from the upper edge, or to the end if that is near then. */
  show(element: Element, distance: number): void {
    this.#scrollTo(element.getBoundingClientRect().top - this.#start - distance);
    if (this.isAtEnd) this.#scrollTo(this.#end);
    this.isMoved = false;
    this.#noteEnd();
    this.#mark(this.visibleElements());
  }

  showEnd(): void {
    this.#scrollTo(this.#end);
    this.isMoved = false;
    this.#noteEnd();
    this.#mark(this.visibleElements());
  }

  /** The topmost visible row, and its distance from the upper edge. */
  get first(): { readonly element: Element; readonly distance: number } | undefined {
    const mark = this.#anchors[0];
    return mark && { element: mark.element, distance: mark.offset - this.#parts.viewport.scrollTop };
  }

  /** The visible rows, topmost first. */
  visibleElements(): readonly Element[] {
    const { children } = this.#parts.list;
    const { top, bottom } = this.#parts.viewport.getBoundingClientRect();
    let low = 0;
    let high = children.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((children[middle]?.getBoundingClientRect().bottom ?? 0) <= top) low = middle + 1;
      else high = middle;
    }
    const found: Element[] = [];
    for (let index = low; index < children.length; index++) {
      const child = children[index];
      if (child === undefined || child.getBoundingClientRect().top >= bottom) break;
      found.push(child);
    }
    return found;
  }

  get #end(): number {
    const { scrollHeight, clientHeight } = this.#parts.viewport;
    return scrollHeight - clientHeight;
  }

  /** Whether the browser has scrolled back by itself because the content has become shorter. */
  get #isCutOff(): boolean {
    const { scrollTop } = this.#parts.viewport;
    return scrollTop < this.#rounded && scrollTop >= Math.floor(this.#end);
  }

  /** Whether the user has scrolled since the last look; the scroll event comes later. */
  get #isScrolled(): boolean {
    return this.#parts.viewport.scrollTop !== this.#rounded && !this.#isCutOff;
  }

  /**
   * Notes whether the end is followed, after the position has changed. It is followed still if the viewport has become higher
   * and then lower again, as when a bar disappears and the composer grows: then the browser has scrolled, not the user.
   */
  #noteEnd(): void {
    const { clientHeight, scrollTop } = this.#parts.viewport;
    const isShrunk = this.#isFollowed && !this.isTouched && clientHeight < this.#height && scrollTop <= this.#rounded;
    if (isShrunk && this.#rounded - scrollTop < MAX_BARS) return;
    this.#isFollowed = this.hasEnd && this.distanceToEnd < AT_THE_END;
    this.#isFollowedSoon = this.isAtEnd && (this.#isFollowed || scrollTop >= this.#rounded);
  }

  /** The distance by which changes of the document have moved the visible rows. */
  get #moved(): number {
    const there = this.#anchors.filter(({ element }) => element.isConnected);
    const mark = there.find(({ isFirst }) => !isFirst) ?? there[0];
    return mark === undefined ? 0 : mark.element.getBoundingClientRect().top - this.#start - mark.offset;
  }

  get #start(): number {
    return this.#parts.whole.getBoundingClientRect().top;
  }

  #mark(elements: readonly Element[]): void {
    const start = this.#start;
    const first = this.#parts.list.firstElementChild;
    this.#anchors = elements.map((element) => ({
      element,
      offset: element.getBoundingClientRect().top - start,
      isFirst: element === first,
    }));
  }

  #note(position: number): void {
    const { scrollTop, clientHeight } = this.#parts.viewport;
    this.#position = position;
    this.#rounded = scrollTop;
    this.#height = clientHeight;
  }

  #scrollTo(position: number): void {
    const { viewport } = this.#parts;
    viewport.scrollTop = position;
    this.#note(position);
    this.#mark(this.#anchors.map(({ element }) => element).filter((element) => element.isConnected));
  }
}
