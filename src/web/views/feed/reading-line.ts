/** Somebody this near the end of the feed is taken along when messages are added. */
const NEAR_THE_END = 80;

/** So much room the bars take that come and go beside a feed. */
const MOST_BARS = 160;

/** How far from the upper edge the row stays that is not to go out of sight. */
const LIMIT_FROM_TOP = 64;

interface Mark {
  readonly element: Element;
  /** Distance from the beginning of what is scrolled. */
  readonly offset: number;
  /** What is known begins with it: what stands before it may go, such as the day, once more is known. */
  readonly isFirst: boolean;
}

interface Parts {
  /** What scrolls. */
  readonly viewport: HTMLElement;
  /** All that is scrolled, as one element. */
  readonly whole: HTMLElement;
  /** The parent of the rows. */
  readonly list: HTMLElement;
}

/**
 * Keeps what is being read where it is while the document changes around it: rows come and go, pictures and the composer
 * grow. Browsers' own scroll anchoring fails in WebKit, and at the top of a list in all of them.
 */
export class ReadingLine {
  readonly #parts: Parts;
  /** The rows that were in sight, topmost first: one of them may be gone when it is looked for. */
  #marks: readonly Mark[] = [];
  /** Where the viewport was scrolled to when it was last looked at or scrolled here; the browser rounds it. */
  #position = 0;
  #rounded = 0;
  /** How high the viewport was then. */
  #height = 0;
  /** Whether the end of the feed is in the document: otherwise the end of the document is not where to stay. */
  hasEnd = false;
  isAtEnd = false;
  /** Whether somebody has scrolled since a place was shown. */
  isMoved = false;
  /** Whether a finger is on the screen, which may scroll. */
  isTouched = false;
  /** A row that is not to go out of sight when the end is followed. */
  limit: () => Element | null = () => null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get distanceToEnd(): number {
    const { scrollHeight, clientHeight, scrollTop } = this.#parts.viewport;
    return scrollHeight - clientHeight - scrollTop;
  }

  /** Notes what is being read: after people have scrolled, and before the document changes. */
  remember(): void {
    const { viewport } = this.#parts;
    if (this.#isScrolled) {
      this.isMoved = true;
      this.#noteEnd();
      // The document may have changed as well since it was looked at: that is not what somebody has scrolled by.
      const moved = this.isAtEnd ? 0 : this.#moved;
      if (moved !== 0) viewport.scrollTop += moved;
      this.#note(viewport.scrollTop);
    }
    this.#mark(this.inSight());
  }

  /** Puts what was being read back to where it was, unless the end is where to stay. */
  restore(): void {
    if (this.#isScrolled) this.#noteEnd();
    const { scrollTop } = this.#parts.viewport;
    if (this.isAtEnd) {
      const limit = this.limit();
      const most = limit === null ? this.#end : limit.getBoundingClientRect().top - this.#start - LIMIT_FROM_TOP;
      this.#scrollTo(Math.min(this.#end, most));
      this.isAtEnd = most >= this.#end;
      return;
    }
    const moved = this.#moved;
    if (moved === 0 && !this.#isCutOff) return;
    this.#scrollTo((this.#isCutOff || scrollTop === this.#rounded ? this.#position : scrollTop) + moved);
  }

  /** Puts a row at a distance from the upper edge. */
  show(element: Element, distance: number): void {
    this.#scrollTo(element.getBoundingClientRect().top - this.#start - distance);
    this.isMoved = false;
    this.#noteEnd();
    this.#mark(this.inSight());
  }

  showEnd(): void {
    this.#scrollTo(this.#end);
    this.isMoved = false;
    this.#noteEnd();
    this.#mark(this.inSight());
  }

  /** The topmost row in sight, and how far from the upper edge it is. */
  get first(): { readonly element: Element; readonly distance: number } | undefined {
    const mark = this.#marks[0];
    return mark && { element: mark.element, distance: mark.offset - this.#parts.viewport.scrollTop };
  }

  /** The rows that are in sight, topmost first. */
  inSight(): readonly Element[] {
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

  /** Whether the browser has scrolled back by itself, since the document has become shorter. */
  get #isCutOff(): boolean {
    const { scrollTop } = this.#parts.viewport;
    return scrollTop < this.#rounded && scrollTop >= Math.floor(this.#end);
  }

  /** Whether somebody has scrolled since: the browser tells of it later. */
  get #isScrolled(): boolean {
    return this.#parts.viewport.scrollTop !== this.#rounded && !this.#isCutOff;
  }

  /**
   * Notes whether the end is in sight. It stays there where the viewport has become higher and then lower again, as when
   * a bar goes and the composer grows: in between the browser has scrolled, and nobody else.
   */
  #noteEnd(): void {
    const { clientHeight, scrollTop } = this.#parts.viewport;
    const isShrunk = this.isAtEnd && !this.isTouched && clientHeight < this.#height && scrollTop <= this.#rounded;
    if (isShrunk && this.#rounded - scrollTop < MOST_BARS) return;
    this.isAtEnd = this.hasEnd && this.distanceToEnd < NEAR_THE_END;
  }

  /** How far the document has moved what was in sight. */
  get #moved(): number {
    const there = this.#marks.filter(({ element }) => element.isConnected);
    const mark = there.find(({ isFirst }) => !isFirst) ?? there[0];
    return mark === undefined ? 0 : mark.element.getBoundingClientRect().top - this.#start - mark.offset;
  }

  get #start(): number {
    return this.#parts.whole.getBoundingClientRect().top;
  }

  #mark(elements: readonly Element[]): void {
    const start = this.#start;
    const first = this.#parts.list.firstElementChild;
    this.#marks = elements.map((element) => ({
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
    this.#mark(this.#marks.map(({ element }) => element).filter((element) => element.isConnected));
  }
}
