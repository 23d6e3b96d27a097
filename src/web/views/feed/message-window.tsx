import { Component, type ComponentChildren, createRef } from "preact";
import type { MessageId } from "../../model/ids.ts";
import { foldTall } from "../message/fold.ts";
import { enterAtMessage } from "./enter-at-message.ts";
import { ReadingLine } from "./reading-line.ts";
import type { Row } from "./rows.ts";
import { grown, MOST_ROWS, placeOfMessage, rangeAround, type ShownRange, sameRange } from "./shown-range.ts";
import { isAttended } from "./use-arrivals.ts";

/** Where to go: each object is one wish. */
export type Target =
  | { readonly at: "end" }
  /** A message, at a distance from the upper edge; in the middle of the window where none is given. */
  | { readonly at: MessageId; readonly distance?: number };

/** What can be seen of a feed. */
export interface Sight {
  readonly viewport: HTMLElement;
  /** The rows in sight, topmost first, as elements with their keys in `data-row`. */
  readonly elements: readonly HTMLElement[];
  readonly isAtEnd: boolean;
  /** How far the topmost row is from the upper edge. */
  readonly distance: number;
}

interface Props {
  /** Gets the window while it is there: Preact gives no `ref` to components. */
  readonly handle: { current: MessageWindow | null };
  readonly rows: readonly Row[];
  readonly ends: { readonly oldest: boolean; readonly newest: boolean };
  readonly target: Target | undefined;
  /** The first message that has come while nobody looked: it does not go out of sight until somebody does. */
  readonly holdAt: MessageId | undefined;
  readonly label: string;
  readonly isBusy: boolean;
  /** What stands before the first row there is, and after the last. */
  readonly before: ComponentChildren;
  readonly after: ComponentChildren;
  readonly drawRow: (row: Row, isHot: boolean) => ComponentChildren;
  readonly nameOf: (row: Row) => string;
  /** More is wanted on one side. */
  readonly onEdge: (side: "older" | "newer") => void;
  readonly onSight: (sight: Sight) => void;
}

interface State {
  /** The rows whose actions are shown: the one under the pointer, and the one with the focus. */
  readonly hovered: string | undefined;
  readonly focused: string | undefined;
  /** The row that the Tab key leads to. */
  readonly active: string | undefined;
}

/** The part of a feed that is in the document, which follows whoever scrolls, and stays where it is otherwise. */
export class MessageWindow extends Component<Props, State> {
  override state: State = { hovered: undefined, focused: undefined, active: undefined };
  readonly #viewport = createRef<HTMLDivElement>();
  readonly #whole = createRef<HTMLDivElement>();
  readonly #list = createRef<HTMLDivElement>();
  #line: ReadingLine | undefined;
  #observer: ResizeObserver | undefined;
  #range: ShownRange = { from: 0, to: 0 };
  #rows: readonly Row[] = [];
  #growth = 0;
  /** The target that was gone to last, and one that has been drawn, and is yet to be scrolled to. */
  #reached: Target | undefined;
  #drawn: Target | undefined;
  /** Whether somebody touches the screen: then what they press shows its actions. */
  #isTouched = false;
  #leave = () => {};

  override componentDidMount(): void {
    this.props.handle.current = this;
    const [viewport, whole, list] = [this.#viewport.current, this.#whole.current, this.#list.current];
    if (viewport === null || whole === null || list === null) return;
    this.#line = new ReadingLine({ viewport, whole, list });
    this.#line.limit = () => {
      const { holdAt } = this.props;
      return holdAt === undefined || isAttended() ? null : list.querySelector(`[data-row="${holdAt}"]`);
    };
    this.#observer = new ResizeObserver(() => {
      foldTall(list, viewport.clientHeight);
      this.#line?.restore();
      this.#look();
    });
    this.#observer.observe(viewport);
    this.#observer.observe(whole);
    this.#leave = enterAtMessage(viewport, list, () => this.#present());
    this.#settle();
  }

  override componentWillUnmount(): void {
    this.props.handle.current = null;
    this.#observer?.disconnect();
    this.#leave();
    cancelAnimationFrame(this.#growth);
  }

  override getSnapshotBeforeUpdate(): null {
    this.#line?.remember();
    return null;
  }

  override componentDidUpdate(): void {
    this.#settle();
  }

  /** The key of the message that actions are for: the one under the pointer, else the one with the focus. */
  get hot(): string | undefined {
    return this.state.hovered ?? this.state.focused;
  }

  /** The message that one is at: the one that had the focus last, while it is in sight, else the last one in sight. */
  #present(): HTMLElement | undefined {
    const sight = this.#line?.inSight().filter((one) => one instanceof HTMLElement) ?? [];
    return sight.find((one) => one.dataset["row"] === this.state.active) ?? sight.at(-1);
  }

  /** Puts the focus on the next message in a direction; further down a tall one first. Whether there was one. */
  step(by: 1 | -1): boolean {
    const viewport = this.#viewport.current;
    const line = this.#line;
    if (viewport === null || line === undefined) return false;
    const sight = line.inSight();
    const present = sight.find((one) => one.getAttribute("data-row") === this.state.active);
    if (present !== undefined && this.#scrollWithin(present, by)) return true;
    const next = present === undefined ? sight.at(by === 1 ? 0 : -1) : siblingOf(present, by);
    if (!(next instanceof HTMLElement)) return false;
    // The keyboard leads now, wherever the pointer rests.
    this.setState({ hovered: undefined });
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
    return true;
  }

  page(by: 1 | -1): void {
    const viewport = this.#viewport.current;
    viewport?.scrollBy({ top: by * (viewport.clientHeight - 60) });
  }

  render(props: Props, { hovered, focused, active }: State) {
    this.#follow();
    const { from, to } = this.#range;
    const shown = props.rows.slice(from, to);
    const reached = shown.some(({ key }) => key === active) ? active : shown.at(-1)?.key;
    return (
      <div
        class="feed-viewport"
        ref={this.#viewport}
        onScroll={this.#scrolled}
        onPointerOver={this.#pointed}
        onPointerLeave={this.#left}
        onPointerDown={this.#pressed}
        onFocusIn={this.#focusCame}
        onFocusOut={this.#focusWent}
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
                {props.drawRow(row, row.key === (hovered ?? focused))}
              </article>
            ))}
          </div>
          {(to < props.rows.length || props.after) && <div class="feed-edge">{props.after}</div>}
        </div>
      </div>
    );
  }

  /** Which rows are drawn, after others have come, or where somebody wants to go. */
  #follow(): void {
    const { rows, target } = this.props;
    const place = target === this.#reached ? undefined : this.#placeOf(target);
    if (place !== undefined) {
      this.#range = rangeAround(place, rows.length);
      this.#reached = target;
      this.#drawn = target;
    } else if (rows !== this.#rows) {
      const isAtEnd = this.#line?.isAtEnd ?? true;
      const wasFirst = this.#range.from === 0 && this.#range.to > 0;
      this.#range = sameRange(this.#range, { before: this.#rows, after: rows, isAtEnd });
      // What stood before the first message, such as the day, may be gone with others before it. Where that is in sight,
      // only they can take its room.
      const top = this.#viewport.current?.scrollTop ?? Number.POSITIVE_INFINITY;
      if (wasFirst && this.#range.from > 0 && top < this.#reach)
        this.#range = grown(this.#range, "older", { count: rows.length, held: this.#held() });
    }
    this.#rows = rows;
  }

  #placeOf(target: Target | undefined): number | undefined {
    const { rows, ends, isBusy } = this.props;
    if (target === undefined) return undefined;
    if (target.at === "end") return ends.newest ? rows.length : undefined;
    const place = placeOfMessage(rows, target.at);
    const isThere = rows[place]?.message?.id === target.at;
    // A message that is not in the feed any more is near where it would be.
    return isThere || (!isBusy && rows.length > 0) ? place : undefined;
  }

  /** Brings the document to where it should be, after it has been drawn. */
  #settle(): void {
    const line = this.#line;
    const viewport = this.#viewport.current;
    if (line === undefined || viewport === null) return;
    const { rows, ends } = this.props;
    if (this.#list.current !== null) foldTall(this.#list.current, viewport.clientHeight);
    line.hasEnd = ends.newest && this.#range.to === rows.length;
    const target = this.#drawn;
    this.#drawn = undefined;
    if (target === undefined) line.restore();
    else if (target.at === "end") line.showEnd();
    else {
      const place = placeOfMessage(rows, target.at) - this.#range.from;
      const element = this.#list.current?.children[place];
      const rest = viewport.clientHeight - (element?.getBoundingClientRect().height ?? 0);
      if (element === undefined) line.showEnd();
      else line.show(element, target.distance ?? Math.max(24, rest / 2));
    }
    this.#look();
  }

  /** How near to an edge more is drawn or asked for, in pixels. */
  get #reach(): number {
    return 1.5 * (this.#viewport.current?.clientHeight ?? 0);
  }

  /** Draws or asks for more where somebody comes near an edge. */
  #look(): void {
    const line = this.#line;
    const viewport = this.#viewport.current;
    if (line === undefined || viewport === null) return;
    const { rows, ends, onEdge, onSight } = this.props;
    const { from, to } = this.#range;
    const reach = this.#reach;
    const above = viewport.scrollTop;
    const below = line.distanceToEnd;
    // Where the document holds all it may, one side gives what the other one gets: only from much to little.
    const isFull = to - from >= MOST_ROWS;
    if (above < reach && !(isFull && 2 * above > below)) {
      if (from > 0) this.#growSoon("older");
      else if (!ends.oldest) onEdge("older");
    }
    if (below < reach && !(isFull && 2 * below > above)) {
      if (to < rows.length) this.#growSoon("newer");
      else if (!ends.newest) onEdge("newer");
    }
    const elements = line.inSight().filter((one) => one instanceof HTMLElement);
    onSight({ viewport, elements, isAtEnd: line.isAtEnd, distance: line.first?.distance ?? 0 });
  }

  /** With the next frame: what somebody wants to see is painted first. */
  #growSoon(side: "older" | "newer"): void {
    cancelAnimationFrame(this.#growth);
    this.#growth = requestAnimationFrame(() => this.#grow(side));
  }

  #grow(side: "older" | "newer"): void {
    const held = this.#held();
    const range = grown(this.#range, side, { count: this.props.rows.length, held });
    // Whoever goes on for long leaves behind what they had selected.
    if (range.to - range.from > 2 * MOST_ROWS) {
      this.#viewport.current?.focus({ preventScroll: true });
      document.getSelection()?.removeAllRanges();
      return;
    }
    this.#range = range;
    this.forceUpdate();
  }

  /** The rows that may not go: what has the focus, and what is selected. */
  #held(): ShownRange | undefined {
    const list = this.#list.current;
    if (list === null) return undefined;
    const selection = document.getSelection();
    const nodes = [
      document.activeElement,
      ...(selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : []),
    ];
    const places = nodes.flatMap((node) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const row = element?.closest("[data-row]");
      return row?.parentElement === list ? this.#range.from + [...list.children].indexOf(row) : [];
    });
    return places.length === 0 ? undefined : { from: Math.min(...places), to: Math.max(...places) + 1 };
  }

  /** Further through a message that is taller than the window. */
  #scrollWithin(row: Element, by: 1 | -1): boolean {
    const viewport = this.#viewport.current;
    if (viewport === null) return false;
    const edges = viewport.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    const isCut = by === 1 ? bottom > edges.bottom + 8 : top < edges.top - 8;
    if (!isCut || bottom - top < edges.height) return false;
    viewport.scrollBy({ top: by * edges.height * 0.7 });
    return true;
  }

  #scrolled = (): void => {
    this.#line?.remember();
    this.#look();
  };

  #pointed = (event: PointerEvent): void => {
    if (event.pointerType === "touch" || hasPopover()) return;
    const hovered = rowOf(event.target);
    if (hovered !== undefined && hovered !== this.state.hovered) this.setState({ hovered });
  };

  #pressed = (event: PointerEvent): void => {
    this.#isTouched = event.pointerType === "touch";
  };

  #left = (): void => {
    if (!hasPopover()) this.setState({ hovered: undefined });
  };

  #focusCame = (event: FocusEvent): void => {
    const active = rowOf(event.target) ?? this.state.active;
    const isMeant = this.#isTouched || (event.target instanceof Element && event.target.matches(":focus-visible"));
    const focused = isMeant ? rowOf(event.target) : undefined;
    if (focused !== this.state.focused || active !== this.state.active) this.setState({ focused, active });
  };

  #focusWent = (event: FocusEvent): void => {
    const isLeft = rowOf(event.relatedTarget) === undefined && this.state.focused !== undefined;
    if (isLeft && !hasPopover()) this.setState({ focused: undefined });
  };
}

const rowOf = (target: EventTarget | null): string | undefined =>
  (target instanceof Element && target.closest("[data-row]")?.getAttribute("data-row")) || undefined;

/** Whether a menu or picker is open: it may stand beside a button of the message, which has to stay. */
const hasPopover = (): boolean => document.querySelector("[popover=auto]:popover-open") !== null;

const siblingOf = (row: Element, by: 1 | -1): Element | null =>
  by === 1 ? row.nextElementSibling : row.previousElementSibling;
