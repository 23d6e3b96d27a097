import { count } from "../../../metrics/counts.ts";
import type { Credentials } from "../../../rpc/credentials.ts";
import type { Room } from "../event-batch.ts";
import type { EventLog, LoggedEvent } from "../event-log.ts";
import type { Queue, Queues } from "../queues.ts";
import type { JoinedStreams, LeftStream } from "../streams.ts";
import type { Link, Together } from "./link.ts";
import { codeOf, linkIn, SlotTable, slotIn } from "./slot-table.ts";

interface FanOutParts {
  readonly queues: Pick<Queues, "numbersIn" | "byNumber"> & { readonly log: Pick<EventLog, "newest"> };
  /** Limits of the events that a stream sends before its client must acknowledge some. */
  readonly room: Room;
  /** Sends the queue's events over its own stream, as many as the client has room for. */
  readonly deliver: (queue: Queue) => void;
}

/**
 * Sends events to relays. Each relay gets one frame for all of its streams, in which each event text occurs once per
 * client form.
 */
export class FanOut implements Together, JoinedStreams {
  readonly #slots = new SlotTable();
  readonly #links: (Link | undefined)[] = [];
  #waiting: LoggedEvent[] = [];
  #touched: Link[] = [];
  /** Amount sent since the last check of the streams. */
  #since = { events: 0, characters: 0 };
  /** Id of the newest event sent, and its value at the last check of the streams. */
  #sent = 0;
  #mark = 0;

  constructor(private readonly parts: FanOutParts) {}

  /** Creates a link with the lowest free index. */
  connect(make: (index: number) => Link): Link {
    const free = this.#links.indexOf(undefined);
    const index = free < 0 ? this.#links.length : free;
    const link = make(index);
    this.#links[index] = link;
    return link;
  }

  disconnect({ index }: Link): void {
    this.#links[index] = undefined;
  }

  placed(queue: number, link: Link, slot: number): void {
    this.#slots.set(queue, codeOf(link.index, slot));
  }

  removed(queue: number, link: Link, slot: number): void {
    if (this.#slots.get(queue) === codeOf(link.index, slot)) this.#slots.delete(queue);
  }

  get size(): number {
    return this.#links.reduce((sum, link) => sum + (link?.joined ?? 0), 0);
  }

  *numbers(): Iterable<number> {
    for (const link of this.#links) if (link !== undefined) yield* link.joinedQueues();
  }

  has(queue: number): boolean {
    const code = this.#slots.get(queue);
    return code !== 0 && this.#linkOf(code).joinedAt(slotIn(code)) === queue;
  }

  credentialsOf(queue: number): Credentials | undefined {
    const code = this.#slots.get(queue);
    return this.has(queue) ? this.#linkOf(code).credentialsAt(slotIn(code)) : undefined;
  }

  leave(queue: Queue): LeftStream | undefined {
    if (!this.has(queue.number)) return undefined;
    this.catchUp();
    const code = this.#slots.get(queue.number);
    const [link, slot] = [this.#linkOf(code), slotIn(code)];
    const sent = this.parts.queues.log.newest;
    return { credentials: link.credentialsAt(slot), socket: link.leave(slot, queue), sent };
  }

  #linkOf(code: number): Link {
    return this.#links[linkIn(code)] as Link;
  }

  /** Queues events for `flush`. Returns true if no others were waiting. */
  add(events: readonly LoggedEvent[]): boolean {
    const isFirst = this.#waiting.length === 0;
    this.#waiting.push(...events);
    return isFirst;
  }

  /** Sends the waiting events, and takes streams out of the group if their clients are too far behind. */
  flush(): void {
    this.catchUp();
    if (exceeds(this.#since, this.parts.room, 0.5)) this.#look();
  }

  catchUp(): void {
    const events = this.#waiting;
    this.#waiting = [];
    const inFrame = { events: 0, characters: 0 };
    const links = new Set<Link>();
    for (const event of events) {
      const characters = this.#place(event, links);
      inFrame.events += 1;
      inFrame.characters += characters;
      this.#since.events += 1;
      this.#since.characters += characters;
      this.#sent = event.id;
      if (exceeds(inFrame, this.parts.room, 1)) this.#send(links, inFrame);
    }
    this.#send(links, inFrame);
  }

  touched(link: Link): void {
    this.#touched.push(link);
  }

  /** Adds an event to the next frame of each link that needs it. Returns the length of the event's longest text. */
  #place(event: LoggedEvent, links: Set<Link>): number {
    let [longest, delivered] = [0, 0];
    for (const [share, { to }] of event.audience.entries()) {
      for (const queue of this.parts.queues.numbersIn(to)) {
        const code = this.#slots.get(queue);
        if (code !== 0) this.#linkOf(code).mark(slotIn(code), event.id);
      }
      for (const link of this.#touched) {
        const { listeners, characters } = link.place({ event, share });
        longest = Math.max(longest, characters);
        delivered += listeners;
        links.add(link);
      }
      this.#touched = [];
    }
    count("parley_events_delivered_total", undefined, delivered);
    return longest;
  }

  #send(links: Set<Link>, inFrame: { events: number; characters: number }): void {
    for (const link of links) link.flush();
    links.clear();
    inFrame.events = 0;
    inFrame.characters = 0;
  }

  /**
   * Takes streams out of the group if their clients haven't acknowledged the events sent before the last check. Such
   * streams may have used up half of their room, and once a stream has no room, it must wait.
   */
  #look(): void {
    const mark = this.#mark;
    this.#mark = this.#sent;
    this.#since = { events: 0, characters: 0 };
    for (const link of this.#links) {
      for (const number of link?.behind(mark) ?? []) {
        const queue = this.parts.queues.byNumber(number);
        if (queue !== undefined) this.parts.deliver(queue);
      }
    }
  }
}

const exceeds = ({ events, characters }: Room, room: Room, share: number): boolean =>
  events >= room.events * share || characters >= room.characters * share;
