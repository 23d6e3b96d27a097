import { type ReadonlySignal, signal } from "@preact/signals";
import type { ServerEvent } from "../../model/event.ts";
import type { MessageId } from "../../model/ids.ts";
import { redirected, type TopicMove } from "../../model/messages/message-update.ts";
import { type Conversation, type ConversationKey, conversationKey } from "../../model/routes/conversation.ts";
import type { OutboxRow } from "../../store/account-database.ts";
import type { TabChannel } from "../../wire/tab-channel.ts";
import { backoff, sleepUntilWake } from "../../wire/wait-to-retry.ts";
import type { OutboxBroadcast, OutboxSender, SendingParts } from "./outbox-sender.ts";

/** A message written in this browser that the server hasn't confirmed yet. It outlives the page. */
export interface Pending {
  /** Increases over time. Used as the request's `local_id`, so repeating the request doesn't send the message twice. */
  readonly localId: string;
  readonly to: Conversation;
  /** Markdown. */
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** `behind`: an earlier message to the same conversation must be sent first. */
  readonly status: "sending" | "waiting" | "behind" | "refused";
  /** The server's error message, if it has rejected the message or failed. */
  readonly reason?: string;
  /** The sent message's id, until its event has arrived. */
  readonly id?: MessageId;
}

export interface Outbox {
  /** The messages, in the order they were written. */
  readonly pending: ReadonlySignal<readonly Pending[]>;
  /** Views use `sendIfRoom`, because the number of pending messages is limited. */
  send(to: Conversation, content: string): Pending;
  retry(localId: string): void;
  /** Abandons a message. The composer takes its text back. */
  discard(localId: string): void;
  /** Redirects the pending messages of a topic that was renamed or moved. */
  followTopic(move: TopicMove): void;
}

interface OutboxParts extends SendingParts {
  readonly channel: TabChannel<OutboxBroadcast>;
  /** Makes sure that there is a leading tab, because only the leader sends messages. */
  readonly check: () => void;
  readonly isKnown: (id: MessageId) => boolean;
  /**
   * Whether the sender gets an event for a message to a conversation. Without a subscription to the channel, there is
   * no event.
   */
  readonly isTold: (to: Conversation) => boolean;
  /** Loads the sender. Only the leading tab needs it, and not before the first view is shown. */
  readonly loadSender: () => Promise<typeof OutboxSender>;
}

const EVENT_MISSING_AFTER_MS = 5_000;

/** Messages written in any tab of this browser, until the leading tab has sent them. */
export class LiveOutbox implements Outbox {
  readonly #parts: OutboxParts;
  readonly #rows = new Map<string, OutboxRow>();
  readonly #sent = new Map<string, { readonly row: OutboxRow; readonly id: MessageId }>();
  /** Messages that aren't in the database, because they are being stored or couldn't be. */
  readonly #unkept = new Map<string, OutboxRow>();
  readonly #pending = signal<readonly Pending[]>([]);
  readonly pending: ReadonlySignal<readonly Pending[]> = this.#pending;
  #newestTime = 0;
  #isStuck = false;
  #sender: OutboxSender | undefined;
  /** Ends the delay before the sender is loaded again. */
  #resting: AbortController | undefined;
  /** Aborts when this tab stops leading. */
  #leads: AbortSignal | undefined;
  #fetchMissing: (id: MessageId) => Promise<void> = async () => {};

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    parts.channel.listen((broadcast) => this.#onBroadcast(broadcast));
  }

  /**
   * Calls `run` for each sent message whose event doesn't arrive. Until `run` has finished, the message is shown as
   * sent.
   */
  onEventMissing(run: (id: MessageId) => Promise<void>): void {
    this.#fetchMissing = run;
  }

  /** Shows the pending messages, including those from before the page was loaded. */
  async load(): Promise<void> {
    const { rows, account } = this.#parts;
    const before = [...this.#rows.keys()];
    const kept = new Map((await rows.all(account())).map((row) => [row.localId, row]));
    for (const localId of before) {
      // Another tab has sent the message, and was closed before it could report that.
      if (!kept.has(localId) && !this.#unkept.has(localId)) this.#rows.delete(localId);
    }
    for (const row of kept.values()) this.#addRow(row);
    this.#show();
  }

  send(to: Conversation, content: string): Pending {
    const { clock, account, queue, newest } = this.#parts;
    const writtenAt = clock.now();
    const localId = this.#newId(writtenAt);
    const row = { localId, account: account(), to, content, writtenAt, queue: queue(), floor: newest() };
    this.#sender?.written(localId);
    void this.#write(row);
    return this.#pendingOf(row);
  }

  retry(localId: string): void {
    const old = this.#rows.get(localId);
    if (old?.reason === undefined) return;
    const { reason: _, ...row } = old;
    // A rejected message wasn't sent. It can't be among the current messages, so its `floor` is raised.
    void this.#write(row.isDoubtful === true ? row : { ...row, floor: this.#parts.newest() });
  }

  discard(localId: string): void {
    this.#broadcast({ say: "given up", localId });
    this.#parts.rows.remove(localId).catch(() => {});
  }

  /** Redirects a topic's messages in memory. Every tab does this. The leading tab also stores the change. */
  followTopic(move: TopicMove): void {
    for (const rows of [this.#rows, this.#unkept]) {
      for (const [localId, row] of rows) rows.set(localId, redirected(row, move));
    }
    for (const [localId, { row, id }] of this.#sent) this.#sent.set(localId, { row: redirected(row, move), id });
    this.#show();
    if (this.#leads?.aborted === false) this.#parts.rows.change((row) => redirected(row, move)).catch(() => {});
  }

  /** Sends the pending messages until the signal aborts. Called in the leading tab. */
  async lead(signal: AbortSignal): Promise<void> {
    this.#leads = signal;
    const Sender = await this.#loadSender(signal);
    await this.load().catch(() => {});
    if (Sender === undefined || signal.aborted) return;
    const sender = new Sender({
      ...this.#parts,
      signal,
      waiting: () => [...this.#rows.values()].filter(isToBeSent).sort(compareLocalIds),
      isWaiting: (localId) => {
        const row = this.#rows.get(localId);
        return row !== undefined && isToBeSent(row);
      },
      broadcast: (broadcast) => this.#broadcast(broadcast),
    });
    this.#sender = sender;
    this.#parts.channel.post({ say: "begun" });
    signal.addEventListener("abort", () => {
      if (this.#sender === sender) this.#sender = undefined;
    });
  }

  /** Loads the sender. Retries until it works or the signal aborts, because messages wait for it. */
  async #loadSender(signal: AbortSignal): Promise<typeof OutboxSender | undefined> {
    const { clock, page, random, loadSender } = this.#parts;
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        const Sender = await loadSender();
        if (failures > 1) this.#broadcast({ say: "stuck", isStuck: false });
        return Sender;
      } catch {
        this.#broadcast({ say: "stuck", isStuck: true });
        this.#resting = new AbortController();
        const ended = AbortSignal.any([signal, this.#resting.signal]);
        if (await sleepUntilWake(clock, page, backoff(failures, random), ended)) failures = 0;
      }
    }
    return undefined;
  }

  /** Retries at once, because the server may be reachable again. */
  wake(): void {
    this.#resting?.abort();
    this.#sender?.wake();
  }

  /** Removes pending messages whose events have arrived, in the same step in which the events are applied. */
  removeArrived(events: readonly ServerEvent[]): void {
    const before = this.#rows.size + this.#sent.size;
    if (before === 0) return;
    for (const event of events) {
      if (event.type !== "message") continue;
      const { id } = event.message;
      this.#arrive(event.local_message_id ?? this.#localIdOf(id), id);
    }
    if (this.#rows.size + this.#sent.size < before) this.#show();
  }

  #arrive(localId: string | undefined, id: MessageId): void {
    if (localId === undefined) return;
    this.#unkept.delete(localId);
    const row = this.#rows.get(localId);
    this.#rows.delete(localId);
    this.#sent.delete(localId);
    if (row === undefined) return;
    if (this.#sender !== undefined) void this.#sender.sent(row, id);
    else this.#parts.rows.sent(localId, conversationKey(row.to), id).catch(() => {});
  }

  #localIdOf(id: MessageId): string | undefined {
    for (const [localId, sent] of this.#sent) if (sent.id === id) return localId;
    return undefined;
  }

  async #write(row: OutboxRow): Promise<void> {
    this.#unkept.set(row.localId, row);
    const kept = this.#parts.rows.put(row);
    // The row is stored before the other tabs are notified, because this tab can be closed at any time. A message that
    // can't be stored is sent anyway.
    this.#broadcast({ say: "written", row });
    await kept.then(
      () => this.#unkept.delete(row.localId),
      () => {},
    );
    if (this.#sender === undefined) this.#parts.check();
  }

  #broadcast(broadcast: OutboxBroadcast): void {
    this.#onBroadcast(broadcast);
    this.#parts.channel.post(broadcast);
  }

  #onBroadcast(broadcast: OutboxBroadcast): void {
    switch (broadcast.say) {
      case "written":
        this.#addRow(broadcast.row);
        this.#sender?.fill();
        break;
      case "refused":
        if (this.#rows.has(broadcast.row.localId)) this.#addRow(broadcast.row);
        break;
      case "given up":
        this.#unkept.delete(broadcast.localId);
        this.#rows.delete(broadcast.localId);
        // Sends the message that waited behind it.
        this.#sender?.fill();
        break;
      case "sent":
        this.#awaitEvent(broadcast.localId, broadcast.id);
        break;
      case "begun":
        for (const row of this.#unkept.values()) this.#parts.channel.post({ say: "written", row });
        this.load().catch(() => {});
        break;
      case "stuck":
        this.#isStuck = broadcast.isStuck;
        break;
      default:
        broadcast satisfies never;
    }
    this.#show();
  }

  #addRow(row: OutboxRow): void {
    this.#newestTime = Math.max(this.#newestTime, localIdTime(row.localId));
    if (!this.#sent.has(row.localId)) this.#rows.set(row.localId, row);
  }

  /** Shows a sent message until its event arrives. */
  #awaitEvent(localId: string, id: MessageId): void {
    const row = this.#rows.get(localId);
    this.#rows.delete(localId);
    this.#unkept.delete(localId);
    if (row === undefined || this.#parts.isKnown(id)) return;
    this.#sent.set(localId, { row, id });
    const fetchIfMissing = async () => {
      if (!this.#sent.has(localId)) return;
      if (!this.#parts.isKnown(id)) await this.#fetchMissing(id);
      if (this.#sent.delete(localId)) this.#show();
    };
    if (this.#parts.isTold(row.to)) this.#parts.clock.after(EVENT_MISSING_AFTER_MS, () => void fetchIfMissing());
    else void fetchIfMissing();
  }

  #show(): void {
    const sent = [...this.#sent.values()].map(({ row, id }) => ({ ...this.#pendingOf(row), id }));
    const held = new Set<ConversationKey>();
    const unsent = [...this.#rows.values()].sort(compareLocalIds).map((row) => {
      const pending = this.#pendingOf(row);
      const lane = conversationKey(row.to);
      if (row.reason === undefined) return held.has(lane) ? { ...pending, status: "behind" as const } : pending;
      if (isToBeSent(row)) held.add(lane);
      return pending;
    });
    if (sent.length + unsent.length + this.#pending.value.length === 0) return;
    this.#pending.value = [...sent, ...unsent].sort(compareLocalIds);
  }

  #pendingOf({ localId, to, content, writtenAt, reason }: OutboxRow): Pending {
    const pending = { localId, to, content, writtenAt };
    if (reason !== undefined) return { ...pending, status: "refused", reason };
    return { ...pending, status: this.#isStuck ? "waiting" : "sending" };
  }

  /**
   * Returns a new id, greater than all before, even if the clock is set back, and different from the ids of other tabs.
   */
  #newId(now: number): string {
    this.#newestTime = Math.max(Math.floor(now), this.#newestTime + 1);
    const own = Math.floor(this.#parts.random() * 36 ** 5);
    return `${String(this.#newestTime).padStart(14, "0")}-${own.toString(36).padStart(5, "0")}`;
  }
}

/**
 * True if a message should be sent. After server failures this is automatic, but after a rejection only on the user's
 * request.
 */
const isToBeSent = ({ reason, isDoubtful }: OutboxRow): boolean => reason === undefined || isDoubtful === true;

const localIdTime = (localId: string): number => Number.parseInt(localId, 10);
const compareLocalIds = (a: { readonly localId: string }, b: { readonly localId: string }): number =>
  a.localId < b.localId ? -1 : a.localId > b.localId ? 1 : 0;
