import type { UserId } from "../../../protocol/ids.ts";
import { type Milliseconds, milliseconds } from "../../../util/time.ts";
import type { QueueClient } from "../queue-client.ts";
import type { SharedClient } from "../queue-clients.ts";
import type { QueuePage } from "./queue-page.ts";

export interface Queue extends SharedClient {
  readonly number: number;
  readonly id: string;
  readonly user_id: UserId;
  readonly lifespan: Milliseconds;
  /**
   * The newest event id when the queue was created. A queue numbers its own events from 0, starting with the next
   * event.
   */
  readonly origin: number;
  acknowledged: number;
  /** When the last poll arrived or, while a poll waits, when its wait ends. */
  seenAt: Milliseconds;
  /** Allowance added to `seenAt` after an eviction, because the stored time can lag behind the client's last poll. */
  grace: Milliseconds;
  /** The stored value of `seenAt`, used after a crash. */
  storedSeenAt: Milliseconds;
  /** No event up to this id is pending for the queue, so the search for pending events starts after it. */
  passed: number;
}

export type NewQueue = Pick<
  Queue,
  "number" | "id" | "user_id" | "lifespan" | "origin" | "acknowledged" | "seenAt" | "grace"
>;

interface Places {
  pageOf(number: number): QueuePage | undefined;
}

/**
 * A handle on a queue, whose fields are in the table. A queue can have any number of handles. After it ends, they keep
 * its last values.
 */
export class QueueHandle implements Queue {
  #page: QueuePage;
  #index: number;
  #id: string | null = null;
  readonly #places: Places;

  constructor(places: Places, page: QueuePage, index: number) {
    this.#places = places;
    this.#page = page;
    this.#index = index;
  }

  /** Moves the handle to another queue, so that iterating over queues doesn't need an object for each. */
  moveTo(page: QueuePage, index: number): void {
    this.#page = page;
    this.#index = index;
    this.#id = null;
  }

  /** The queue's current page, for which `#index` is valid. */
  get #current(): QueuePage {
    if (!this.#page.isCurrent) this.#follow();
    return this.#page;
  }

  #follow(): void {
    const { number } = this;
    const page = this.#places.pageOf(number);
    const index = page?.indexOf(number) ?? -1;
    if (page === undefined || index < 0) return;
    this.#page = page;
    this.#index = index;
  }

  get number(): number {
    return this.#page.numbers[this.#index] as number;
  }

  get id(): string {
    this.#id ??= this.#page.idAt(this.#index);
    return this.#id;
  }

  get user_id(): UserId {
    return this.#page.users[this.#index] as UserId;
  }

  get lifespan(): Milliseconds {
    return milliseconds(this.#page.lifespans[this.#index] as number);
  }

  get origin(): number {
    return this.#page.origins.at(this.#index);
  }

  get client(): QueueClient {
    return this.#shared.client;
  }

  get form(): SharedClient["form"] {
    return this.#shared.form;
  }

  get formKey(): string {
    return this.#shared.formKey;
  }

  get #shared(): SharedClient {
    return this.#page.clients[this.#index] as SharedClient;
  }

  get acknowledged(): number {
    return this.#current.acknowledged.at(this.#index);
  }

  set acknowledged(event: number) {
    this.#current.acknowledged.set(this.#index, event);
  }

  get seenAt(): Milliseconds {
    return milliseconds(this.#current.seenAts.at(this.#index));
  }

  set seenAt(time: Milliseconds) {
    this.#current.seenAts.set(this.#index, time);
  }

  get grace(): Milliseconds {
    return milliseconds(this.#current.graces[this.#index] as number);
  }

  set grace(time: Milliseconds) {
    this.#current.graces[this.#index] = Math.ceil(time);
  }

  get storedSeenAt(): Milliseconds {
    return milliseconds(this.#current.storedSeenAts.at(this.#index));
  }

  set storedSeenAt(time: Milliseconds) {
    this.#current.storedSeenAts.set(this.#index, time);
  }

  get passed(): number {
    return this.#current.passed.at(this.#index);
  }

  set passed(event: number) {
    this.#current.passed.set(this.#index, event);
  }

  get next(): number {
    return this.#current.nexts[this.#index] as number;
  }

  set next(number: number) {
    this.#current.nexts[this.#index] = number;
  }
}
