import type { UserId } from "../../../protocol/ids.ts";
import { firstIndex } from "../../../util/first-index.ts";
import type { SharedClient } from "../queue-clients.ts";
import { NumberIndex } from "./number-index.ts";
import { type NewQueue, type Queue, QueueHandle } from "./queue-handle.ts";
import { ENDED, hashOfId, ID_WORDS, OLDEST, packId, QueuePage } from "./queue-page.ts";

/** Bounds of a new page's size, which otherwise equals the number of existing queues. */
const [SMALLEST_PAGE, LARGEST_PAGE] = [16, 4096];

/**
 * All queues of the realm. There can be very many: each takes about a hundred bytes in typed arrays, and an object only
 * while there is a handle on it.
 */
export class QueueTable {
  /** In ascending order of their numbers. */
  #pages: QueuePage[] = [];
  #size = 0;
  #userCount = 0;
  readonly #byId = new NumberIndex((enter) => this.#each((page, at) => enter(page.hashAt(at), numberAt(page, at))));
  /** Each user's oldest queue, which links to the others. */
  readonly #byUser = new NumberIndex((enter) =>
    this.#each((page, at) => {
      if (page.isOldest(at)) enter(page.users[at] as number, numberAt(page, at));
    }),
  );
  #numbers = new Uint32Array(SMALLEST_PAGE);
  #areNumbersStale = false;

  get size(): number {
    return this.#size;
  }

  get userCount(): number {
    return this.#userCount;
  }

  /** All queue numbers, ascending. Valid until the next change. */
  get numbers(): Uint32Array {
    if (this.#areNumbersStale) {
      this.#makeRoom();
      let count = 0;
      this.#each((page, at) => {
        this.#numbers[count++] = numberAt(page, at);
      });
      this.#areNumbersStale = false;
    }
    return this.#numbers.subarray(0, this.#size);
  }

  /** Adds a queue. Its number must be higher than all others. */
  add(fields: NewQueue, shared: SharedClient): void {
    const { number, id, user_id } = fields;
    const words = packId(id);
    this.#byId.add(hashOfId(id, words), number);
    const last = [...this.#rowOf(user_id)].at(-1);
    if (last === undefined) {
      this.#byUser.add(user_id, number);
      this.#userCount += 1;
    } else last.next = number;
    const page = this.#pageWithRoom();
    const at = page.size++;
    page.numbers[at] = number;
    page.users[at] = user_id;
    page.lifespans[at] = fields.lifespan;
    page.graces[at] = Math.ceil(fields.grace);
    page.origins.set(at, fields.origin);
    page.acknowledged.set(at, fields.acknowledged);
    page.passed.set(at, fields.acknowledged);
    page.seenAts.set(at, fields.seenAt);
    page.storedSeenAts.set(at, fields.seenAt);
    if (last === undefined) page.mark(at, OLDEST);
    if (words === null) page.otherIds.set(number, id);
    else page.ids.set(words, at * ID_WORDS);
    page.clients.push(shared);
    this.#addNumber(number);
  }

  byNumber(number: number): Queue | undefined {
    return this.#at(number);
  }

  byId(id: string): Queue | undefined {
    const words = packId(id);
    return this.#indexed(this.#byId, hashOfId(id, words), (page, at) => page.hasId(at, id, words));
  }

  listens(user: UserId): boolean {
    return this.#oldestOf(user) !== undefined;
  }

  ofUser(user: UserId): Iterable<Queue> {
    return this.#rowOf(user);
  }

  users(): Iterable<UserId> {
    const users: UserId[] = [];
    this.#each((page, at) => {
      if (page.isOldest(at)) users.push(page.users[at] as UserId);
    });
    return users;
  }

  *[Symbol.iterator](): Iterator<Queue> {
    for (const page of this.#pages) {
      for (let at = 0; at < page.size; at++) if (page.isLive(at)) yield new QueueHandle(this, page, at);
    }
  }

  /** Visits all queues with a single handle, which the callback must not keep. */
  visit(look: (queue: Queue) => void): void {
    let queue: QueueHandle | undefined;
    this.#each((page, at) => {
      queue ??= new QueueHandle(this, page, at);
      queue.moveTo(page, at);
      look(queue);
    });
  }

  /** Returns whether the queue existed. */
  delete(number: number): boolean {
    const page = this.pageOf(number);
    const at = page?.indexOf(number) ?? -1;
    if (page === undefined || at < 0) return false;
    this.#byId.delete(page.hashAt(at), number);
    this.#unlink(page, at);
    page.mark(at, ENDED);
    page.ended += 1;
    this.#size -= 1;
    this.#areNumbersStale = true;
    if (page.ended * 2 > page.room) this.#rewrite(page);
    return true;
  }

  pageOf(number: number): QueuePage | undefined {
    const next = firstIndex(this.#pages.length, (at) => numberAt(this.#pages[at] as QueuePage, 0) > number);
    return this.#pages[next - 1];
  }

  #at(number: number): QueueHandle | undefined {
    const page = this.pageOf(number);
    const at = page?.indexOf(number) ?? -1;
    return page === undefined || at < 0 ? undefined : new QueueHandle(this, page, at);
  }

  /** Returns the queue that the index lists under this hash and for which `is` returns true. */
  #indexed(index: NumberIndex, hash: number, is: (page: QueuePage, at: number) => boolean): QueueHandle | undefined {
    let [found, place]: [QueuePage | undefined, number] = [undefined, -1];
    const number = index.find(hash, (candidate) => {
      found = this.pageOf(candidate);
      place = found?.indexOf(candidate) ?? -1;
      return found !== undefined && place >= 0 && is(found, place);
    });
    return number === 0 || found === undefined ? undefined : new QueueHandle(this, found, place);
  }

  #oldestOf(user: UserId): QueueHandle | undefined {
    return this.#indexed(this.#byUser, user, (page, at) => page.users[at] === user);
  }

  /** Yields a user's queues, oldest first. */
  *#rowOf(user: UserId): Iterable<QueueHandle> {
    for (let queue = this.#oldestOf(user); queue !== undefined; ) {
      const { next } = queue;
      yield queue;
      queue = this.#at(next);
    }
  }

  #unlink(page: QueuePage, at: number): void {
    const [user, number, next] = [page.users[at] as UserId, numberAt(page, at), page.nexts[at] as number];
    for (const queue of this.#rowOf(user)) if (queue.next === number) queue.next = next;
    if (!page.isOldest(at)) return;
    const heir = next === 0 ? undefined : this.pageOf(next);
    if (heir === undefined) {
      this.#byUser.delete(user, number);
      this.#userCount -= 1;
    } else {
      this.#byUser.replace(user, number, next);
      heir.mark(heir.indexOf(next), OLDEST);
    }
  }

  #addNumber(number: number): void {
    this.#size += 1;
    if (this.#areNumbersStale) return;
    this.#makeRoom();
    this.#numbers[this.#size - 1] = number;
  }

  #makeRoom(): void {
    if (this.#size <= this.#numbers.length) return;
    const larger = new Uint32Array(Math.ceil(this.#size * 1.25));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  #pageWithRoom(): QueuePage {
    const last = this.#pages.at(-1);
    if (last !== undefined && last.size < last.room) return last;
    const page = new QueuePage(Math.min(Math.max(SMALLEST_PAGE, this.#size), LARGEST_PAGE));
    this.#pages.push(page);
    return page;
  }

  /** Moves a page's live queues to a new page, merged with its neighbor's if both are small. */
  #rewrite(page: QueuePage): void {
    const at = this.#pages.indexOf(page);
    const before = this.#pages[at - 1];
    const isSmall = before !== undefined && before.live + page.live <= LARGEST_PAGE / 2;
    const moved = isSmall ? [before, page] : [page];
    const live = moved.reduce((sum, one) => sum + one.live, 0);
    const next = new QueuePage(at === this.#pages.length - 1 ? Math.max(SMALLEST_PAGE, live * 2) : live);
    for (const one of moved) next.takeOver(one);
    // A new array, because a caller may be iterating over the old one.
    this.#pages = this.#pages.toSpliced(at + 1 - moved.length, moved.length, ...(next.room > 0 ? [next] : []));
  }

  #each(look: (page: QueuePage, at: number) => void): void {
    for (const page of this.#pages) {
      for (let at = 0; at < page.size; at++) if (page.isLive(at)) look(page, at);
    }
  }
}

const numberAt = (page: QueuePage, at: number): number => page.numbers[at] as number;
