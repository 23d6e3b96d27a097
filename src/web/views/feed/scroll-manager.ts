import { firstIndex } from "../../model/first-index.ts";

/** Within this distance from the end of the feed, in pixels, added messages are scrolled into view. */
const NEAR_THE_END = 80;

/** Within this distance, the end stays visible through any change. It isn't 0, because browsers round positions. */
const AT_THE_END = 2;

/** Height, in pixels, of the bars that can appear and disappear around a feed. */
const MAX_BARS = 160;

/** Minimum distance, in pixels, between the top edge and the row of `limit`. */
const LIMIT_FROM_TOP = 64;

interface ScrollAnchor {
  readonly element: Element;
  /** Distance from the start of the scrolled content, in pixels. */
  readonly offset: number;
  /** True for the first row in the document. Elements before it, such as the day, can disappear. */
  readonly isFirst: boolean;
}

interface ScrollElements {
  readonly viewport: HTMLElement;
  /** The element that contains all scrolled content. */
  readonly whole: HTMLElement;
  /** The parent of the rows. */
  readonly list: HTMLElement;
}

/**
 * Keeps the scroll position at the rows being read while the document changes: rows come and go, images and the
 * composer grow. Browsers' scroll anchoring doesn't work in WebKit, nor in any browser at the top of a list.
 */
export class ScrollManager {
  readonly #parts: ScrollElements;
  /**
   * The rows that were visible at the last check, topmost first. All of them are stored, because some may be removed
   * before the next check.
   */
  #anchors: readonly ScrollAnchor[] = [];
  /** The scroll position that was last set or recorded. `#rounded` is the same position as rounded by the browser. */
  #position = 0;
  #rounded = 0;
  /** The viewport height when the position was last set or recorded. */
  #height = 0;
  /** True if the end of the feed is in the document. If false, the view doesn't stay at the document's end. */
  hasEnd = false;
  /** True if the view stays at the end after any change. */
  #isFollowed = false;
  /** True if the view moves to the end when rows are added. */
  #isFollowedSoon = false;
  /** The last row at the last check. */
  #last: Element | null = null;
  /** True if the user has scrolled since a target was shown. */
  isMoved = false;
  /** True while a finger is on the screen. The user may be scrolling. */
  isTouched = false;
  /** Returns the row that must stay visible while the view stays at the end. Null if there is none. */
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

  /** Records the visible rows, after the user scrolled and before the document changes. */
  remember(): void {
    const { viewport } = this.#parts;
    if (this.#isScrolled) {
      this.isMoved = true;
      this.#noteEnd();
      // The document may also have changed since the last check. That part of the distance wasn't scrolled by the user.
      const moved = this.#isFollowed ? 0 : this.#moved;
      if (moved !== 0) viewport.scrollTop += moved;
      this.#note(viewport.scrollTop);
    }
    this.#mark(this.visibleElements());
    this.#last = this.#parts.list.lastElementChild;
  }

  /** Scrolls the recorded rows back to their places, or to the end if the view stays there. */
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

  /** Scrolls a row to a distance from the top edge. If that is near the end of the feed, scrolls to the end. */
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

  /** The topmost visible row, and its distance from the top edge. */
  get first(): { readonly element: Element; readonly distance: number } | undefined {
    const mark = this.#anchors[0];
    return mark && { element: mark.element, distance: mark.offset - this.#parts.viewport.scrollTop };
  }

  /** The visible rows, topmost first. */
  visibleElements(): readonly Element[] {
    const { children } = this.#parts.list;
    const { top, bottom } = this.#parts.viewport.getBoundingClientRect();
    const first = firstIndex(children.length, (at) => (children[at]?.getBoundingClientRect().bottom ?? 0) > top);
    const found: Element[] = [];
    for (let index = first; index < children.length; index++) {
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

  /** True if the browser scrolled back itself because the content became shorter. */
  get #isCutOff(): boolean {
    const { scrollTop } = this.#parts.viewport;
    return scrollTop < this.#rounded && scrollTop >= Math.floor(this.#end);
  }

  /** True if the user has scrolled since the last check, even before the scroll event. */
  get #isScrolled(): boolean {
    return this.#parts.viewport.scrollTop !== this.#rounded && !this.#isCutOff;
  }

  /**
   * Records whether the end is followed, after the position changed. It is still followed if the viewport grew and
   * shrank again, such as when a bar disappears and the composer grows. In that case the browser scrolled, not the
   * user.
   */
  #noteEnd(): void {
    const { clientHeight, scrollTop } = this.#parts.viewport;
    const isShrunk = this.#isFollowed && !this.isTouched && clientHeight < this.#height && scrollTop <= this.#rounded;
    if (isShrunk && this.#rounded - scrollTop < MAX_BARS) return;
    this.#isFollowed = this.hasEnd && this.distanceToEnd < AT_THE_END;
    this.#isFollowedSoon = this.isAtEnd && (this.#isFollowed || scrollTop >= this.#rounded);
  }

  /** How far changes to the document have moved the visible rows. */
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
