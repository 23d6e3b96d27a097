import type { MessageId, UserId } from "../../model/ids.ts";
import { type Conversation, type ConversationKey, keyOf } from "../../model/places/conversation.ts";
import type { OutboxRow } from "../../store/own.ts";
import { backoff } from "../../wire/backoff.ts";
import { isFinal, Refused, saysLoggedOut } from "../../wire/refused.ts";
import { onWake, restUntilWake } from "../../wire/wakes.ts";
import type { OutboxParts, OutboxSaid } from "./outbox.ts";

interface SenderParts extends OutboxParts {
  readonly signal: AbortSignal;
  /** What is to be sent, in the order in which it was written. */
  readonly waiting: () => readonly OutboxRow[];
  readonly isWaiting: (localId: string) => boolean;
  readonly tell: (said: OutboxSaid) => void;
}

/** How many conversations are written to at once. */
const MOST = 4;
/** So often the server may fail at a message before people are told, and other conversations no longer wait for it. */
const MOST_FAILURES = 8;
/** After so long a message at which the server has failed so often is tried again. */
const HELD = 120_000;
/** So long somebody whose session has ended is waited for. */
const LOGGED_OUT = 60_000;
/** So long, and for so many newer messages, the server surely knows a request again; it does for twice as many. */
const KNOWN_AGAIN = { ms: 12 * 3_600_000, messages: 5_000 };
/** How much later than the clock of the server the one here may be. */
const SKEW = 300_000;
/** How far back own messages are looked through for one that may have been sent. */
const LOOK_BACK = 100;

/** Sends what waits: each conversation in order, and no message twice, whatever happens on the way. */
export class OutboxSender {
  readonly #parts: SenderParts;
  readonly #busy = new Set<ConversationKey>();
  /** What may have been sent before: its request had no answer, or another tab may have made one. */
  readonly #doubtful: Set<string>;
  /** What was written in this tab since it leads: no other can have sent it. */
  readonly #own = new Set<string>();
  readonly #failures = new Map<string, number>();
  /** At these the server fails again and again: they are not tried for a while, and hold what was written after them. */
  readonly #held = new Set<string>();
  readonly #lastSent = new Map<ConversationKey, MessageId>();
  #failedInARow = 0;
  #napping: AbortController | undefined;
  #isStuck = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#doubtful = new Set(parts.waiting().map(({ localId }) => localId));
    this.fill();
  }

  /** Sends the first message of each conversation. */
  fill(): void {
    if (this.#napping !== undefined || this.#parts.signal.aborted) return;
    const seen = new Set(this.#busy);
    for (const row of this.#parts.waiting()) {
      if (this.#busy.size >= MOST) return;
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

  /** A request that is on its way may still fail by what was before: that is tried again soon. */
  wake(): void {
    this.#failedInARow = 0;
    this.#napping?.abort();
  }

  /** Keeps that a message is there, and that those which wait behind it are later ones. */
  async sent(row: OutboxRow, id: MessageId): Promise<void> {
    const lane = keyOf(row.to);
    this.#lastSent.set(lane, Math.max(id, this.#lastSent.get(lane) ?? 0));
    this.#doubtful.delete(row.localId);
    this.#own.delete(row.localId);
    this.#failures.delete(row.localId);
    await this.#parts.rows.sent(row.localId, lane, id).catch(() => {});
  }

  async #try(first: OutboxRow): Promise<void> {
    const { signal, tell } = this.#parts;
    let row = first;
    try {
      row = await this.#bound(first);
      const found = this.#mayBeForgotten(row) ? await this.#find(row) : undefined;
      if (signal.aborted || !this.#parts.isWaiting(row.localId)) return;
      const id = found ?? (await this.#post(row));
      this.#failedInARow = 0;
      this.#stick(false);
      await this.sent(row, id);
      if (!signal.aborted) tell({ say: "sent", localId: row.localId, id });
    } catch (error) {
      if (!signal.aborted) await this.#fail(row, error);
    }
  }

  /** A message for which no request was made takes the present queue, whose events name it. */
  async #bound(row: OutboxRow): Promise<OutboxRow> {
    const queue = this.#parts.queue();
    if (row.queue === queue || this.#doubtful.has(row.localId) || !this.#own.has(row.localId)) return row;
    const bound = { ...row, queue };
    await this.#parts.rows.put(bound).catch(() => {});
    const now = this.#parts.waiting().find(({ localId }) => localId === row.localId);
    if (now === undefined) return bound;
    const told = { ...now, queue };
    this.#parts.tell({ say: "written", row: told });
    return told;
  }

  async #post({ to, content, queue, localId }: OutboxRow): Promise<MessageId> {
    const { api, account, clock, page, signal } = this.#parts;
    // Made before the request: from now on it may have been sent.
    this.#doubtful.add(localId);
    const echo = { content, queue_id: queue, local_id: localId };
    const fields = { ...addressOf(to, account()), ...echo };
    // What was asked before the network was back may hang; asked again, it is not sent twice.
    const hung = new AbortController();
    const stop = onWake(clock, page, () => hung.abort());
    const ended = AbortSignal.any([signal, hung.signal]);
    const { id } = await api.post<{ id: MessageId }>("/messages", fields, { signal: ended }).finally(stop);
    return id;
  }

  /** The server knows a repeated request by its queue and `local_id`, but not for ever. */
  #mayBeForgotten({ localId, writtenAt, floor }: OutboxRow): boolean {
    const { clock, newest } = this.#parts;
    const age = clock.now() - writtenAt;
    const isOld = age < 0 || age > KNOWN_AGAIN.ms || newest() - floor > KNOWN_AGAIN.messages;
    return isOld && this.#doubtful.has(localId);
  }

  /**
   * Looks whether a message was sent already: of what was sent to the conversation since it was written, one with the
   * same content.
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
        one.id > floor && one.content === content && one.timestamp * 1000 > row.writtenAt - SKEW;
      return messages.find(isIt)?.id;
    } catch (error) {
      // Where one may not look, sending is refused, too.
      if (isFinal(error)) return undefined;
      throw error;
    }
  }

  async #fail(tried: OutboxRow, error: unknown): Promise<void> {
    // Its topic may have moved meanwhile.
    const row = this.#parts.waiting().find(({ localId }) => localId === tried.localId) ?? tried;
    const failures = (this.#failures.get(row.localId) ?? 0) + 1;
    const isServers = error instanceof Refused && error.status >= 500;
    if (isServers) this.#failures.set(row.localId, failures);
    const isHeld = isServers && (failures >= MOST_FAILURES || row.reason !== undefined);
    if (error instanceof Refused && (isFinal(error) || isHeld)) {
      const refused = { ...row, reason: error.message, isDoubtful: isHeld };
      if (isHeld) void this.#hold(row.localId);
      else this.#doubtful.delete(row.localId);
      this.#failures.delete(row.localId);
      if (!this.#parts.isWaiting(row.localId)) return;
      await this.#parts.rows.put(refused).catch(() => {});
      return this.#parts.tell({ say: "refused", row: refused });
    }
    this.#stick(true);
    this.#failedInARow++;
    const told = error instanceof Refused ? error.retryAfter : undefined;
    const wait = saysLoggedOut(error) ? LOGGED_OUT : (told ?? backoff(this.#failedInARow, this.#parts.random));
    void this.#nap(wait);
  }

  async #hold(localId: string): Promise<void> {
    const { clock, page, signal } = this.#parts;
    this.#held.add(localId);
    await restUntilWake(clock, page, HELD, signal);
    this.#held.delete(localId);
    this.fill();
  }

  /** Sends nothing for a while, or until there is reason to believe that the server can be reached. */
  async #nap(ms: number): Promise<void> {
    if (this.#napping !== undefined) return;
    const { clock, page, signal } = this.#parts;
    const napping = new AbortController();
    this.#napping = napping;
    const end = () => napping.abort();
    signal.addEventListener("abort", end);
    if (await restUntilWake(clock, page, ms, napping.signal)) this.#failedInARow = 0;
    signal.removeEventListener("abort", end);
    this.#napping = undefined;
    this.fill();
  }

  #stick(isStuck: boolean): void {
    if (this.#isStuck === isStuck) return;
    this.#isStuck = isStuck;
    this.#parts.tell({ say: "stuck", isStuck });
  }
}

/** Contents as the server keeps them. */
const stored = (content: string): string => content.replace(/^\n+/, "").trimEnd();

const addressOf = (to: Conversation, me: UserId) =>
  to.kind === "topic"
    ? { type: "channel", to: to.channel, topic: to.topic }
    : { type: "direct", to: to.users.length === 0 ? [me] : to.users };

const termsOf = (to: Conversation) =>
  to.kind === "topic"
    ? [
        { operator: "channel", operand: to.channel },
        { operator: "topic", operand: to.topic },
      ]
    : [{ operator: "dm", operand: to.users }];
