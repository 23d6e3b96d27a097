import { count } from "../../../metrics/counts.ts";
import type { Room } from "../event-batch.ts";
import type { EventLog, LoggedEvent } from "../event-log.ts";
import type { Queue, Queues } from "../queues.ts";
import type { Link, Together } from "./link.ts";
import { codeOf, linkIn, SlotTable, slotIn } from "./slot-table.ts";

interface Parts {
  readonly queues: Pick<Queues, "numbersIn"> & { readonly log: Pick<EventLog, "newest"> };
  /** The room that a stream has ahead of its client. */
  readonly room: Room;
  /** Sends the queue's events over its stream alone, as far as its client has room. */
  readonly deliver: (queue: Queue) => void;
}

/** Sends events to the relays: to each, all that is for its streams in one frame, with each text once. */
export class FanOut implements Together {
  readonly position = { sent: 0 };
  readonly #slots = new SlotTable();
  readonly #links: (Link | undefined)[] = [];
  #waiting: LoggedEvent[] = [];
  #touched: Link[] = [];
  /** Whatever was sent since the streams were last looked at. */
  #since = { events: 0, characters: 0 };
  /** The newest event that was sent when the streams were last looked at. */
  #mark = 0;

  constructor(private readonly parts: Parts) {}

  /** The link with this index from now on; a lower one that has become free, if there is one. */
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

  placed(queue: Queue, link: Link, slot: number): void {
    this.#slots.set(queue.number, codeOf(link.index, slot));
  }

  removed(queue: Queue, link: Link, slot: number): void {
    if (this.#slots.get(queue.number) === codeOf(link.index, slot)) this.#slots.delete(queue.number);
  }

  /** Whether the queue with this number gets its events together with others. */
  reaches(queue: number): boolean {
    const code = this.#slots.get(queue);
    return code !== 0 && (this.#links[linkIn(code)] as Link).isLive(slotIn(code));
  }

  /** Takes events that `flush` sends. Whether they are the first ones that wait. */
  add(events: readonly LoggedEvent[]): boolean {
    const isFirst = this.#waiting.length === 0;
    this.#waiting.push(...events);
    return isFirst;
  }

  catchUp(): void {
    this.flush();
    this.position.sent = Math.max(this.position.sent, this.parts.queues.log.newest);
  }

  flush(): void {
    const events = this.#waiting;
    this.#waiting = [];
    const last = events.at(-1);
    if (last === undefined) return;
    const inFrame = { events: 0, characters: 0 };
    const links = new Set<Link>();
    for (const event of events) {
      const characters = this.#place(event, links);
      inFrame.events += 1;
      inFrame.characters += characters;
      this.#since.events += 1;
      this.#since.characters += characters;
      if (exceeds(inFrame, this.parts.room, 1)) this.#send(links, inFrame);
    }
    this.#send(links, inFrame);
    this.position.sent = Math.max(this.position.sent, last.id);
    if (exceeds(this.#since, this.parts.room, 0.5)) this.#look();
  }

  touched(link: Link): void {
    this.#touched.push(link);
  }

  /** Adds an event to the frames of all links that it is for. Returns the length of its longest text. */
  #place(event: LoggedEvent, links: Set<Link>): number {
    let [longest, delivered] = [0, 0];
    for (const [share, { to }] of event.audience.entries()) {
      for (const queue of this.parts.queues.numbersIn(to)) {
        const code = this.#slots.get(queue);
        if (code !== 0) (this.#links[linkIn(code)] as Link).mark(slotIn(code), event.id);
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
   * Has streams go on by themselves whose clients have not acknowledged what came before the last look: half of their room may
   * be taken, and those whose room is full wait.
   */
  #look(): void {
    const mark = this.#mark;
    this.#mark = this.position.sent;
    this.#since = { events: 0, characters: 0 };
    for (const link of this.#links) {
      for (const { queue } of [...(link?.behind(mark) ?? [])]) this.parts.deliver(queue);
    }
  }
}

const exceeds = ({ events, characters }: Room, room: Room, share: number): boolean =>
  events >= room.events * share || characters >= room.characters * share;
