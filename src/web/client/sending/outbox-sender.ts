import type { MessageId, UserId } from "../../model/ids.ts";
import { type Conversation, type ConversationKey, keyOf, recipientsOf } from "../../model/places/conversation.ts";
import type { OutboxRow, OutboxRows } from "../../store/own.ts";
import { type Api, isFinal, isLoggedOutError, Refused } from "../../wire/api.ts";
import type { Clock } from "../../wire/clock.ts";
import type { Page } from "../../wire/page.ts";
import { backoff, onWake, sleepUntilWake } from "../../wire/wait-to-retry.ts";

/** A message between tabs about what is to be sent. */
export type OutboxBroadcast =
  | { readonly say: "written"; readonly row: OutboxRow }
  | { readonly say: "refused"; readonly row: OutboxRow }
  | { readonly say: "given up"; readonly localId: string }
  | { readonly say: "sent"; readonly localId: string; readonly id: MessageId }
  | { readonly say: "stuck"; readonly isStuck: boolean }
  | { readonly say: "begun" };

/** The parts of the client that the outbox and its sender work with. */
export interface SendingParts {
  readonly rows: OutboxRows;
  readonly api: Api;
  readonly clock: Clock;
  readonly page: Page;
  readonly random: () => number;
  readonly account: () => UserId;
  /** The queue whose events this tab gets. */
  readonly queue: () => string;
  /** The newest message that is known (`max_message_id`). */
  readonly newest: () => MessageId;
}

interface SenderParts extends SendingParts {
  readonly signal: AbortSignal;
  /** The messages to send, in the order in which they were written. */
  readonly waiting: () => readonly OutboxRow[];
  readonly isWaiting: (localId: string) => boolean;
  readonly broadcast: (broadcast: OutboxBroadcast) => void;
}

/** The number of conversations to which messages are sent at once. */
const CONVERSATIONS_AT_ONCE = 4;
/** After this many failures of the server, people are told, and other conversations no longer wait for the message. */
const MAX_FAILURES = 8;
/** The time until a message that has failed so often is tried again. */
const HELD_FOR_MS = 120_000;
/** The wait before the next attempt after the session has ended. */
const LOGGED_OUT_RETRY_MS = 60_000;
/**
 * The age, and the number of newer messages, up to which the server surely recognizes a repeated request. Its own limits
 * are twice as high.
 */
const KNOWN_AGAIN = { ms: 12 * 3_600_000, messages: 5_000 };
/** The longest time by which the clock of this device may be ahead of the server's. */
const CLOCK_SKEW_MS = 300_000;
/** The number of own messages to look through for one that may have been sent. */
const LOOK_BACK = 100;

/**
 * Sends the messages that wait: in order within each conversation, and none twice, even if requests fail or tabs are
 * closed.
 */
export class OutboxSender {
  readonly #parts: SenderParts;
  readonly #busy = new Set<ConversationKey>();
  /** The messages that may have been sent: their request had no answer, or another tab may have made one. */
  readonly #doubtful: Set<string>;
  /** The messages that were written in this tab since it leads: no other tab can have sent them. */
  readonly #own = new Set<string>();
  readonly #failures = new Map<string, number>();
  /**
   * The messages at which the server has failed repeatedly. They are not tried for a while, and those written after them
   * wait.
   */
  readonly #held = new Set<string>();
  readonly #lastSent = new Map<ConversationKey, MessageId>();
  #failedInARow = 0;
  #pausing: AbortController | undefined;
  #isStuck = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#doubtful = new Set(parts.waiting().map(({ localId }) => localId));
    this.fill();
  }

  /** Sends the first message of each conversation. */
  fill(): void {
    if (this.#pausing !== undefined || this.#parts.signal.aborted) return;
    const seen = new Set(this.#busy);
    for (const row of this.#parts.waiting()) {
      if (this.#busy.size >= CONVERSATIONS_AT_ONCE) return;
      const lane = keyOf(row.to);
      if (seen.has(lane)) continue;
      seen.add(lane);
      if (row.reason !== undefined && this.#held.has(row.localId)) continue;
      this.#busy.add(lane);
      void this.#try(row).then(() => {
        this.#busy.delete(lane);
        this.fill();
      });
    }
  }

  written(localId: string): void {
    this.#own.add(localId);
  }

  /** Ends the wait after failures. A request that fails because it was made before is tried again soon. */
  wake(): void {
    this.#failedInARow = 0;
    this.#pausing?.abort();
  }

  /** Notes that a message was sent: those that wait behind it will have greater ids. */
  async sent(row: OutboxRow, id: MessageId): Promise<void> {
    const lane = keyOf(row.to);
    this.#lastSent.set(lane, Math.max(id, this.#lastSent.get(lane) ?? 0));
    this.#doubtful.delete(row.localId);
    this.#own.delete(row.localId);
    this.#failures.delete(row.localId);
    await this.#parts.rows.sent(row.localId, lane, id).catch(() => {});
  }

  async #try(first: OutboxRow): Promise<void> {
    const { signal, broadcast } = this.#parts;
    let row = first;
    try {
      row = await this.#withPresentQueue(first);
      const found = this.#mayBeForgotten(row) ? await this.#find(row) : undefined;
      if (signal.aborted || !this.#parts.isWaiting(row.localId)) return;
      const id = found ?? (await this.#post(row));
      this.#failedInARow = 0;
      this.#setStuck(false);
      await this.sent(row, id);
      if (!signal.aborted) broadcast({ say: "sent", localId: row.localId, id });
    } catch (error) {
      if (!signal.aborted) await this.#fail(row, error);
    }
  }

  /** The row with the present queue, whose events name the message, if no request was made for it yet. */
  async #withPresentQueue(row: OutboxRow): Promise<OutboxRow> {
    const queue = this.#parts.queue();
    if (row.queue === queue || this.#doubtful.has(row.localId) || !this.#own.has(row.localId)) return row;
    const bound = { ...row, queue };
    await this.#parts.rows.put(bound).catch(() => {});
    const now = this.#parts.waiting().find(({ localId }) => localId === row.localId);
    if (now === undefined) return bound;
    const told = { ...now, queue };
    this.#parts.broadcast({ say: "written", row: told });
    return told;
  }

  async #post({ to, content, queue, localId }: OutboxRow): Promise<MessageId> {
    const { api, account, clock, page, signal } = this.#parts;
    // Noted before the request: from now on the message may have been sent.
    this.#doubtful.add(localId);
    const echo = { content, queue_id: queue, local_id: localId };
    const fields = { ...recipientsOf(to, account()), ...echo };
    // A request from before the network was back may hang. Repeating it does not send the message twice.
    const hung = new AbortController();
    const stop = onWake(clock, page, () => hung.abort());
    const ended = AbortSignal.any([signal, hung.signal]);
    const { id } = await api.post<{ id: MessageId }>("/messages", fields, { signal: ended }).finally(stop);
    return id;
  }

  /**
   * Whether the server may not recognize a repeated request, which it knows by its queue and `local_id` for a limited time.
   */
  #mayBeForgotten({ localId, writtenAt, floor }: OutboxRow): boolean {
    const { clock, newest } = this.#parts;
    const age = clock.now() - writtenAt;
    const isOld = age < 0 || age > KNOWN_AGAIN.ms || newest() - floor > KNOWN_AGAIN.messages;
    return isOld && this.#doubtful.has(localId);
  }

  /**
   * Looks for a message that may have been sent already: one with the same content, sent to the conversation since it was
   * written.
   */
  async #find(row: OutboxRow): Promise<MessageId | undefined> {
    const { api, rows, signal } = this.#parts;
    const lane = keyOf(row.to);
    const marked = await rows.lastSent(lane).catch(() => undefined);
    const floor = Math.max(row.floor, this.#lastSent.get(lane) ?? 0, marked ?? 0);
    const narrow = [...termsOf(row.to), { operator: "sender", operand: "me" }];
    const page = { anchor: "newest", num_before: LOOK_BACK, num_after: 0 };
    const form = { apply_markdown: false, allow_empty_topic_name: true };
    try {
      const { messages } = await api.get<{
        messages: readonly { readonly id: MessageId; readonly content: string; readonly timestamp: number }[];
      }>("/messages", { narrow, ...page, ...form }, { signal });
      const content = stored(row.content);
      const isIt = (one: (typeof messages)[number]) =>
        one.id > floor && one.content === content && one.timestamp * 1000 > row.writtenAt - CLOCK_SKEW_MS;
      return messages.find(isIt)?.id;
    } catch (error) {
      // People who cannot read the conversation cannot send to it either.
      if (isFinal(error)) return undefined;
      throw error;
    }
  }

  async #fail(tried: OutboxRow, error: unknown): Promise<void> {
    // The topic may have moved meanwhile.
    const row = this.#parts.waiting().find(({ localId }) => localId === tried.localId) ?? tried;
    const failures = (this.#failures.get(row.localId) ?? 0) + 1;
    const isServers = error instanceof Refused && error.status >= 500;
    if (isServers) this.#failures.set(row.localId, failures);
    const isHeld = isServers && (failures >= MAX_FAILURES || row.reason !== undefined);
    if (error instanceof Refused && (isFinal(error) || isHeld)) {
      const refused = { ...row, reason: error.message, isDoubtful: isHeld };
      if (isHeld) void this.#hold(row.localId);
      else this.#doubtful.delete(row.localId);
      this.#failures.delete(row.localId);
      if (!this.#parts.isWaiting(row.localId)) return;
      await this.#parts.rows.put(refused).catch(() => {});
      return this.#parts.broadcast({ say: "refused", row: refused });
    }
    this.#setStuck(true);
    this.#failedInARow++;
    const told = error instanceof Refused ? error.retryAfter : undefined;
    const wait = isLoggedOutError(error)
      ? LOGGED_OUT_RETRY_MS
      : (told ?? backoff(this.#failedInARow, this.#parts.random));
    void this.#pause(wait);
  }

  async #hold(localId: string): Promise<void> {
    const { clock, page, signal } = this.#parts;
    this.#held.add(localId);
    await sleepUntilWake(clock, page, HELD_FOR_MS, signal);
    this.#held.delete(localId);
    this.fill();
  }

  /** Sends nothing for a while, or until the server can probably be reached. */
  async #pause(ms: number): Promise<void> {
    if (this.#pausing !== undefined) return;
    const { clock, page, signal } = this.#parts;
    const napping = new AbortController();
    this.#pausing = napping;
    const end = () => napping.abort();
    signal.addEventListener("abort", end);
    if (await sleepUntilWake(clock, page, ms, napping.signal)) this.#failedInARow = 0;
    signal.removeEventListener("abort", end);
    this.#pausing = undefined;
    this.fill();
  }

  #setStuck(isStuck: boolean): void {
    if (this.#isStuck === isStuck) return;
    this.#isStuck = isStuck;
    this.#parts.broadcast({ say: "stuck", isStuck });
  }
}

/** Content in the form in which the server stores it. */
const stored = (content: string): string => content.replace(/^\n+/, "").trimEnd();

const termsOf = (to: Conversation) =>
  to.kind === "topic"
    ? [
        { operator: "channel", operand: to.channel },
        { operator: "topic", operand: to.topic },
      ]
    : [{ operator: "dm", operand: to.users }];
