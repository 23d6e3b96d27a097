import { Component, type ComponentChildren, createRef } from "preact";
import type { MessageId } from "../../model/ids.ts";
import { foldTall } from "../content/fold.ts";
import { enterAtMessage, HighlightedRow } from "./feed-focus.ts";
import type { Row } from "./rows.ts";
import { ScrollManager } from "./scroll-manager.ts";
import { rowIndexOfTarget, type ScrollTarget, type VisibleRows } from "./scroll-target.ts";
import { grown, MAX_ROWS, rangeAround, rowIndexOfMessage, type ShownRange, sameRange } from "./shown-range.ts";
import { isAttended } from "./use-arrivals.ts";

interface Props {
  /** Set to the window while it is mounted, because Preact gives components no `ref`. */
  readonly handle: { current: MessageWindow | null };
  readonly rows: readonly Row[];
  readonly ends: { readonly oldest: boolean; readonly newest: boolean };
  readonly target: ScrollTarget | undefined;
  /** The first message that arrived while the user was away. It stays visible until the user is back. */
  readonly holdAt: MessageId | undefined;
  readonly label: string;
  readonly isBusy: boolean;
  /** Content before the very first row. */
  readonly before: ComponentChildren;
  readonly after: ComponentChildren;
  readonly drawRow: (row: Row, isHighlighted: boolean) => ComponentChildren;
  readonly nameOf: (row: Row) => string;
  /** Called when more rows are needed on one side. */
  readonly onEdge: (side: "older" | "newer") => void;
  readonly onVisibleRows: (visibleRows: VisibleRows) => void;
}

/**
 * Keeps only a part of the feed's rows in the document, and changes this part when the user scrolls. When rows change,
 * the scroll position stays the same.
 */
export class MessageWindow extends Component<Props> {
  readonly #highlight = new HighlightedRow(() => this.forceUpdate());
  readonly #viewport = createRef<HTMLDivElement>();
  readonly #whole = createRef<HTMLDivElement>();
  readonly #list = createRef<HTMLDivElement>();
  #scroll: ScrollManager | undefined;
  #observer: ResizeObserver | undefined;
  #range: ShownRange = { from: 0, to: 0 };
  #rows: readonly Row[] = [];
  /** The pending animation frame for rendering more rows, or 0, and the side to extend. */
  #growth = 0;
  #side: "older" | "newer" = "older";
  /**
   * `#reached` is the last target whose rows were rendered, or that was skipped because it came too late. `#drawn` is a
   * target with rendered rows, until it has been scrolled to.
   */
  #reached: ScrollTarget | undefined;
  #drawn: ScrollTarget | undefined;
  #leave = () => {};

  override componentDidMount(): void {
    this.props.handle.current = this;
    const [viewport, whole, list] = [this.#viewport.current, this.#whole.current, this.#list.current];
    if (viewport === null || whole === null || list === null) return;
    this.#scroll = new ScrollManager({ viewport, whole, list });
    this.#scroll.limit = () => {
      const { holdAt } = this.props;
      return holdAt === undefined || isAttended() ? null : list.querySelector(`[data-row="${holdAt}"]`);
    };
    this.#observer = new ResizeObserver(() => {
      foldTall(list, viewport.clientHeight);
      this.#scroll?.restore();
      this.#reportVisibleRows();
    });
    this.#observer.observe(viewport);
    this.#observer.observe(whole);
    this.#leave = enterAtMessage(viewport, list, () => this.#currentRow());
    for (const type of ["touchstart", "touchend", "touchcancel"] as const) {
      viewport.addEventListener(type, this.#touched, { passive: true });
    }
    this.#scrollToTarget();
  }

  override componentWillUnmount(): void {
    this.props.handle.current = null;
    this.#observer?.disconnect();
    this.#leave();
    cancelAnimationFrame(this.#growth);
  }

  override getSnapshotBeforeUpdate(): null {
    this.#scroll?.remember();
    return null;
  }

  override componentDidUpdate(): void {
    this.#scrollToTarget();
  }

  /**
   * The message that keys act on: the one under the pointer, otherwise the focused one, otherwise the last visible one.
   */
  get messageForKeys(): HTMLElement | undefined {
    const visibleRows = this.#scroll?.visibleElements().filter((one) => one instanceof HTMLElement) ?? [];
    return visibleRows.find((one) => one.dataset["row"] === this.#highlight.key) ?? visibleRows.at(-1);
  }

  /** The current message: the last focused one if visible, otherwise the last visible one. */
  #currentRow(): HTMLElement | undefined {
    const visibleRows = this.#scroll?.visibleElements().filter((one) => one instanceof HTMLElement) ?? [];
    return visibleRows.find((one) => one.dataset["row"] === this.#highlight.active) ?? visibleRows.at(-1);
  }

  /**
   * Focuses the next message in a direction. If a tall message isn't fully visible, scrolls through it first. Returns
   * false if there is no next message.
   */
  step(by: 1 | -1): boolean {
    const viewport = this.#viewport.current;
    const scroll = this.#scroll;
    if (viewport === null || scroll === undefined) return false;
    const visibleRows = scroll.visibleElements();
    const present = visibleRows.find((one) => one.getAttribute("data-row") === this.#highlight.active);
    if (present !== undefined && scrollWithin(viewport, present, by)) return true;
    const next = present === undefined ? visibleRows.at(by === 1 ? 0 : -1) : siblingOf(present, by);
    if (!(next instanceof HTMLElement)) return false;
    this.#highlight.ignorePointer();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
    return true;
  }

  page(by: 1 | -1): void {
    const viewport = this.#viewport.current;
    viewport?.scrollBy({ top: by * (viewport.clientHeight - 60) });
  }

  render(props: Props) {
    this.#follow();
    const { from, to } = this.#range;
    const shown = props.rows.slice(from, to);
    const highlight = this.#highlight;
    const reached = shown.some(({ key }) => key === highlight.active) ? highlight.active : shown.at(-1)?.key;
    return (
      <div
        class="feed-viewport"
        ref={this.#viewport}
        onScroll={this.#scrolled}
        onPointerOver={highlight.onPointerOver}
        onPointerLeave={highlight.onPointerLeave}
        onPointerDown={highlight.onPointerDown}
        onFocusIn={highlight.onFocusIn}
        onFocusOut={highlight.onFocusOut}
      >
        <div class="feed-whole" ref={this.#whole}>
          <div class="feed-edge">{from === 0 && props.before}</div>
          <div class="feed-list" role="feed" aria-label={props.label} aria-busy={props.isBusy} ref={this.#list}>
            {shown.map((row, index) => (
              <article
                key={row.key}
                class="feed-row"
                data-row={row.key}
                tabIndex={row.key === reached ? 0 : -1}
                aria-label={props.nameOf(row)}
                aria-describedby={row.message && `m${row.key}`}
                aria-posinset={from + index + 1}
                aria-setsize={-1}
              >
                {props.drawRow(row, row.key === highlight.key)}
              </article>
            ))}
          </div>
          {(to < props.rows.length || props.after) && <div class="feed-edge">{props.after}</div>}
        </div>
      </div>
    );
  }

  /** Sets the range of rows to render after rows changed or a target was set. */
  #follow(): void {
    const { rows, target } = this.props;
    if (target?.isLate === true && (this.#highlight.hasFocus || this.#scroll?.isMoved === true)) this.#reached = target;
    const place = target === this.#reached ? undefined : rowIndexOfTarget(target, this.props);
    const sameRows = () =>
      sameRange(this.#range, { before: this.#rows, after: rows, isAtEnd: this.#scroll?.isAtEnd ?? true });
    if (place !== undefined) {
      // Rows that are in the document stay there, because rendering them again takes longer than a frame.
      this.#range = rangeAround(place, rows.length, sameRows());
      this.#reached = target;
      this.#drawn = target;
    } else if (rows !== this.#rows) {
      const wasFirst = this.#range.from === 0 && this.#range.to > 0;
      this.#range = sameRows();
      // When older messages load, the day above the previously first message can disappear. If it was visible, older
      // rows must be rendered to keep the position.
      const top = this.#viewport.current?.scrollTop ?? Number.POSITIVE_INFINITY;
      if (wasFirst && this.#range.from > 0 && top < this.#reach)
        this.#range = grown(this.#range, "older", { count: rows.length, held: this.#held });
    }
    this.#rows = rows;
  }

  /** After rows were rendered, scrolls to their target. Without one, restores the scroll position. */
  #scrollToTarget(): void {
    const scroll = this.#scroll;
    const viewport = this.#viewport.current;
    if (scroll === undefined || viewport === null) return;
    const { rows, ends } = this.props;
    if (this.#list.current !== null) foldTall(this.#list.current, viewport.clientHeight);
    scroll.hasEnd = ends.newest && this.#range.to === rows.length;
    const target = this.#drawn;
    this.#drawn = undefined;
    if (target === undefined) scroll.restore();
    else if (target.at === "end") scroll.showEnd();
    else {
      const place = rowIndexOfMessage(rows, target.at) - this.#range.from;
      const element = this.#list.current?.children[place];
      const rest = viewport.clientHeight - (element?.getBoundingClientRect().height ?? 0);
      if (element === undefined) scroll.showEnd();
      else {
        const { distance } = target;
        // In a small window, the message matters more than the space above it.
        const most = viewport.clientHeight / 4;
        scroll.show(element, distance === undefined ? Math.max(24, rest / 2) : Math.min(distance, most));
      }
    }
    this.#reportVisibleRows();
  }

  get #held(): ShownRange | undefined {
    const list = this.#list.current;
    return list === null ? undefined : heldRows(list, this.#range.from);
  }

  /** Maximum distance from an edge, in pixels, to render or load more rows. */
  get #reach(): number {
    return 1.5 * (this.#viewport.current?.clientHeight ?? 0);
  }

  /** Renders or loads more rows if an edge is near, and reports the visible rows. */
  #reportVisibleRows(): void {
    const scroll = this.#scroll;
    const viewport = this.#viewport.current;
    if (scroll === undefined || viewport === null) return;
    const { rows, ends, target, onEdge, onVisibleRows } = this.props;
    const [{ from, to }, reach] = [this.#range, this.#reach];
    const above = viewport.scrollTop;
    const below = scroll.distanceToEnd;
    // At the row limit, adding rows on one side removes rows on the other. That is allowed only if the other side has
    // much more left.
    const isFull = to - from >= MAX_ROWS;
    if (above < reach && !(isFull && 2 * above > below)) {
      if (from > 0) this.#growSoon("older");
      else if (!ends.oldest) onEdge("older");
    }
    if (below < reach && !(isFull && 2 * below > above)) {
      if (to < rows.length) this.#growSoon("newer");
      else if (!ends.newest) onEdge("newer");
    }
    const elements = scroll.visibleElements().filter((one) => one instanceof HTMLElement);
    const { isAtEnd, first, isMoved } = scroll;
    const isSettled = target === undefined || target === this.#reached || isMoved;
    onVisibleRows({ viewport, elements, isAtEnd, distance: first?.distance ?? 0, isSettled });
  }

  /**
   * Renders more rows in the frame after next, because the next one paints the current ones. Repeated calls don't
   * postpone it, because continuous scrolling calls this in every frame.
   */
  #growSoon(side: "older" | "newer"): void {
    this.#side = side;
    this.#growth ||= requestAnimationFrame(() => {
      this.#growth = requestAnimationFrame(() => {
        this.#growth = 0;
        this.#grow(this.#side);
      });
    });
  }

  #grow(side: "older" | "newer"): void {
    const range = grown(this.#range, side, { count: this.props.rows.length, held: this.#held });
    // Gives up a selection or focus that would keep too many rows in the document.
    if (range.to - range.from > 2 * MAX_ROWS) {
      this.#viewport.current?.focus({ preventScroll: true });
      document.getSelection()?.removeAllRanges();
      return;
    }
    this.#range = range;
    this.forceUpdate();
  }

  #touched = ({ touches }: TouchEvent): void => {
    if (this.#scroll !== undefined) this.#scroll.isTouched = touches.length > 0;
  };

  #scrolled = (): void => {
    this.#scroll?.remember();
    this.#reportVisibleRows();
  };
}

const siblingOf = (row: Element, by: 1 | -1): Element | null =>
  by === 1 ? row.nextElementSibling : row.previousElementSibling;

/**
 * Returns the rows that must stay in the document because they contain the focus or selected text. `from` is the first
 * row's index.
 */
function heldRows(list: Element, from: number): ShownRange | undefined {
  const selection = document.getSelection();
  const nodes = [
    document.activeElement,
    ...(selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : []),
  ];
  const places = nodes.flatMap((node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const row = element?.closest("[data-row]");
    return row?.parentElement === list ? from + [...list.children].indexOf(row) : [];
  });
  return places.length === 0 ? undefined : { from: Math.min(...places), to: Math.max(...places) + 1 };
}

/** Scrolls within a row taller than the viewport. Returns false if the rest of the row is visible. */
function scrollWithin(viewport: Element, row: Element, by: 1 | -1): boolean {
  const edges = viewport.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const isCut = by === 1 ? bottom > edges.bottom + 8 : top < edges.top - 8;
  if (!isCut || bottom - top < edges.height) return false;
  viewport.scrollBy({ top: by * edges.height * 0.7 });
  return true;
}
