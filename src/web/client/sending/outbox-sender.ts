import type { MessageId } from "../../model/ids.ts";
import { storedContent } from "../../model/messages/stored-content.ts";
import {
  type Conversation,
  type ConversationKey,
  conversationKey,
  recipientsOf,
} from "../../model/routes/conversation.ts";
import type { OutboxRow, OutboxRows } from "../../store/account-database.ts";
import { isFinal, isLoggedOutError, Refused } from "../../wire/api.ts";
import { backoff, onWake, sleepUntilWake } from "../../wire/wait-to-retry.ts";
import type { TabContext } from "./tab-context.ts";

export type OutboxBroadcast =
  | { readonly say: "written"; readonly row: OutboxRow }
  | { readonly say: "refused"; readonly row: OutboxRow }
  | { readonly say: "given up"; readonly localId: string }
  | { readonly say: "sent"; readonly localId: string; readonly id: MessageId }
  | { readonly say: "stuck"; readonly isStuck: boolean }
  | { readonly say: "begun" };

export interface SendingParts extends TabContext {
  readonly rows: OutboxRows;
  readonly queue: () => string;
  /** The newest known message (`max_message_id`). */
  readonly newest: () => MessageId;
  /** Converts a time in seconds from this device's clock to the server's, if the difference is known. */
  readonly serverTime: (time: number) => number;
}

interface SenderParts extends SendingParts {
  readonly signal: AbortSignal;
  /** The messages to send, in the order they were written. */
  readonly waiting: () => readonly OutboxRow[];
  readonly isWaiting: (localId: string) => boolean;
  readonly broadcast: (broadcast: OutboxBroadcast) => void;
}

const CONVERSATIONS_AT_ONCE = 4;
/** After this many server failures, the user is notified, and other conversations no longer wait for the message. */
const MAX_FAILURES = 8;
/** Retry delay for a message that has failed `MAX_FAILURES` times. */
const HELD_FOR_MS = 120_000;
const LOGGED_OUT_RETRY_MS = 60_000;
/**
 * The server recognizes a repeated request at least up to this age, and this number of newer messages. Its own limits
 * are twice as high.
 */
const KNOWN_AGAIN = { ms: 12 * 3_600_000, messages: 5_000 };
const CLOCK_SKEW_SECONDS = 300;
/** Number of the user's latest messages in the conversation to search for one that may already have been sent. */
const LOOK_BACK = 100;

/**
 * Sends the pending messages, in order within each conversation. Never sends one twice, even if requests fail or tabs
 * are closed.
 */
export class OutboxSender {
  readonly #parts: SenderParts;
  readonly #busy = new Set<ConversationKey>();
  /** Messages that may have been sent, because their request had no response or another tab may have sent one. */
  readonly #doubtful: Set<string>;
  /** Messages written in this tab since it became the leader. No other tab can have sent them. */
  readonly #own = new Set<string>();
  readonly #failures = new Map<string, number>();
  /** Messages with repeated server failures. They are paused for a while, and later ones in the conversation wait. */
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

  /** Sends the first pending message of each conversation. */
  fill(): void {
    if (this.#pausing !== undefined || this.#parts.signal.aborted) return;
    const seen = new Set(this.#busy);
    for (const row of this.#parts.waiting()) {
      if (this.#busy.size >= CONVERSATIONS_AT_ONCE) return;
      const lane = conversationKey(row.to);
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

  /** Ends the pause after failures. Requests that were sent earlier and now fail are retried soon. */
  wake(): void {
    this.#failedInARow = 0;
    this.#pausing?.abort();
  }

  /** Records that a message was sent. Later messages in its conversation will have greater ids. */
  async sent(row: OutboxRow, id: MessageId): Promise<void> {
    const lane = conversationKey(row.to);
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

  /** Sets the current queue, whose events will contain the message, in a row for which no request was made yet. */
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
    // Recorded before the request: from now on, the message may have been sent.
    this.#doubtful.add(localId);
    const echo = { content, queue_id: queue, local_id: localId };
    const fields = { ...recipientsOf(to, account()), ...echo };
    // A request sent before the network came back may hang, so it is aborted. Repeating it doesn't send the message
    // twice.
    const hung = new AbortController();
    const stop = onWake(clock, page, () => hung.abort());
    const ended = AbortSignal.any([signal, hung.signal]);
    const { id } = await api.post<{ id: MessageId }>("/messages", fields, { signal: ended }).finally(stop);
    return id;
  }

  /**
   * True if the server may not recognize a repeated request. It stores the queue and `local_id` only for a limited
   * time.
   */
  #mayBeForgotten({ localId, writtenAt, floor }: OutboxRow): boolean {
    const { clock, newest } = this.#parts;
    const age = clock.now() - writtenAt;
    const isOld = age < 0 || age > KNOWN_AGAIN.ms || newest() - floor > KNOWN_AGAIN.messages;
    return isOld && this.#doubtful.has(localId);
  }

  /**
   * Looks for a message that may already have been sent: one with the same content, sent to the conversation since it
   * was written.
   */
  async #find(row: OutboxRow): Promise<MessageId | undefined> {
    const { api, rows, serverTime, signal } = this.#parts;
    const lane = conversationKey(row.to);
    const marked = await rows.lastSent(lane).catch(() => undefined);
    const floor = Math.max(row.floor, this.#lastSent.get(lane) ?? 0, marked ?? 0);
    const since = serverTime(row.writtenAt / 1000) - CLOCK_SKEW_SECONDS;
    const narrow = [...termsOf(row.to), { operator: "sender", operand: "me" }];
    const page = { anchor: "newest", num_before: LOOK_BACK, num_after: 0 };
    const form = { apply_markdown: false, allow_empty_topic_name: true };
    try {
      const { messages } = await api.get<{
        messages: readonly { readonly id: MessageId; readonly content: string; readonly timestamp: number }[];
      }>("/messages", { narrow, ...page, ...form }, { signal });
      const content = storedContent(row.content);
      const isIt = (one: (typeof messages)[number]) =>
        one.id > floor && one.content === content && one.timestamp > since;
      return messages.find(isIt)?.id;
    } catch (error) {
      // A user who can't read the conversation can't send to it either.
      if (isFinal(error)) return undefined;
      throw error;
    }
  }

  async #fail(tried: OutboxRow, error: unknown): Promise<void> {
    // The topic may have moved in the meantime.
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

  /** Sends nothing for a while, or until the server is probably reachable. */
  async #pause(ms: number): Promise<void> {
    if (this.#pausing !== undefined) return;
    const { clock, page, signal } = this.#parts;
    const napping = new AbortController();
    this.#pausing = napping;
    const ended = AbortSignal.any([signal, napping.signal]);
    if (await sleepUntilWake(clock, page, ms, ended)) this.#failedInARow = 0;
    this.#pausing = undefined;
    this.fill();
  }

  #setStuck(isStuck: boolean): void {
    if (this.#isStuck === isStuck) return;
    this.#isStuck = isStuck;
    this.#parts.broadcast({ say: "stuck", isStuck });
  }
}

const termsOf = (to: Conversation) =>
  to.kind === "topic"
    ? [
        { operator: "channel", operand: to.channel },
        { operator: "topic", operand: to.topic },
      ]
    : [{ operator: "dm", operand: to.users }];
