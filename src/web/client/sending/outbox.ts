import { type ReadonlySignal, signal } from "@preact/signals";
import type { ServerEvent } from "../../model/event.ts";
import type { MessageId } from "../../model/ids.ts";
import { redirected, type TopicMove } from "../../model/messages/message-update.ts";
import { type Conversation, type ConversationKey, keyOf } from "../../model/places/conversation.ts";
import type { OutboxRow } from "../../store/own.ts";
import type { TabChannel } from "../../wire/tab-channel.ts";
import { backoff, sleepUntilWake } from "../../wire/wait-to-retry.ts";
import type { OutboxBroadcast, OutboxSender, SendingParts } from "./outbox-sender.ts";

/** A message that was written here and that the server has not confirmed yet. It outlives the page. */
export interface Pending {
  /** Ascends with time, and is the `local_id` of the request: repeating the request does not send the message twice. */
  readonly localId: string;
  readonly to: Conversation;
  /** Markdown. */
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** `behind`: a message that was written earlier to the same conversation has to be sent first. */
  readonly status: "sending" | "waiting" | "behind" | "refused";
  /** The server's message, if it has refused or failed. */
  readonly reason?: string;
  /** The id of the message after it was sent, until its event has come. */
  readonly id?: MessageId;
}

export interface Outbox {
  /** The messages, in the order in which they were written. */
  readonly pending: ReadonlySignal<readonly Pending[]>;
  /** Views use `sendIfRoom`, because only so many messages can wait. */
  send(to: Conversation, content: string): Pending;
  /** Tries a refused message again. */
  retry(localId: string): void;
  /** Gives a message up; the composer takes its text back. */
  discard(localId: string): void;
  /** Redirects the waiting messages of a topic that was renamed or moved. */
  followTopic(move: TopicMove): void;
}

interface OutboxParts extends SendingParts {
  readonly channel: TabChannel<OutboxBroadcast>;
  /** Makes sure that a tab leads: only that one sends. */
  readonly check: () => void;
  readonly isKnown: (id: MessageId) => boolean;
  /** Whether the sender gets an event of a message to a conversation: without a subscription to its channel, there is none. */
  readonly isTold: (to: Conversation) => boolean;
  /** Loads the sender: only the tab that leads needs it, and not before the first view is shown. */
  readonly loadSender: () => Promise<typeof OutboxSender>;
}

/** The time to wait for the event of a message that was sent. */
const EVENT_MISSING_AFTER_MS = 5_000;

/** The messages that were written in any tab of this browser, until the tab that leads has sent them. */
export class LiveOutbox implements Outbox {
  readonly #parts: OutboxParts;
  readonly #rows = new Map<string, OutboxRow>();
  readonly #sent = new Map<string, { readonly row: OutboxRow; readonly id: MessageId }>();
  /** The messages that the database does not have: they are being written there, or could not be. */
  readonly #unkept = new Map<string, OutboxRow>();
  readonly #pending = signal<readonly Pending[]>([]);
  #newestTime = 0;
  #isStuck = false;
  #sender: OutboxSender | undefined;
  /** Ends the wait before the sender is loaded again. */
  #resting: AbortController | undefined;
  /** The signal of the time in which this tab leads. */
  #leads: AbortSignal | undefined;
  #fetchMissing: (id: MessageId) => Promise<void> = async () => {};

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    parts.channel.listen((broadcast) => this.#onBroadcast(broadcast));
  }

  get pending(): ReadonlySignal<readonly Pending[]> {
    return this.#pending;
  }

  /** Calls `run` for each sent message whose event does not come. Until it resolves, the message is shown as sent. */
  onEventMissing(run: (id: MessageId) => Promise<void>): void {
    this.#fetchMissing = run;
  }

  /** Shows the messages that wait, including those from before the page was loaded. */
  async load(): Promise<void> {
    const { rows, account } = this.#parts;
    const before = [...this.#rows.keys()];
    const kept = new Map((await rows.all(account())).map((row) => [row.localId, row]));
    for (const localId of before) {
      // Another tab has sent it, and was closed before it could tell.
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
    // A refused message was not sent, so it is none of the messages that exist by now.
    void this.#write(row.isDoubtful === true ? row : { ...row, floor: this.#parts.newest() });
  }

  discard(localId: string): void {
    this.#broadcast({ say: "given up", localId });
    this.#parts.rows.remove(localId).catch(() => {});
  }

  /** Redirects the messages of a topic in memory, as every tab does; the tab that leads also stores it. */
  followTopic(move: TopicMove): void {
    for (const rows of [this.#rows, this.#unkept]) {
      for (const [localId, row] of rows) rows.set(localId, redirected(row, move));
    }
    for (const [localId, { row, id }] of this.#sent) this.#sent.set(localId, { row: redirected(row, move), id });
    this.#show();
    if (this.#leads?.aborted === false) this.#parts.rows.change((row) => redirected(row, move)).catch(() => {});
  }

  /** Sends the messages that wait, until the signal aborts. Called in the tab that leads. */
  async lead(signal: AbortSignal): Promise<void> {
    this.#leads = signal;
    const Sender = await this.#loadSender(signal);
    await this.load().catch(() => {});
    if (Sender === undefined || signal.aborted) return;
    const sender = new Sender({
      ...this.#parts,
      signal,
      waiting: () => [...this.#rows.values()].filter(isToBeSent).sort(inOrder),
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

  /** Loads the sender, trying until it works or the signal aborts, because messages wait for it. */
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

  /** Tries again at once, because the server may be reachable again. */
  wake(): void {
    this.#resting?.abort();
    this.#sender?.wake();
  }

  /** Removes messages that have arrived, in the same moment in which they are shown as messages. */
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
    else this.#parts.rows.sent(localId, keyOf(row.to), id).catch(() => {});
  }

  #localIdOf(id: MessageId): string | undefined {
    for (const [localId, sent] of this.#sent) if (sent.id === id) return localId;
    return undefined;
  }

  async #write(row: OutboxRow): Promise<void> {
    this.#unkept.set(row.localId, row);
    const kept = this.#parts.rows.put(row);
    // The row is put before the tabs are told, because this tab may be closed in the next moment. A message that the
    // database does not take is sent all the same.
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
        // The message that waited behind it is next.
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
    this.#newestTime = Math.max(this.#newestTime, timeOf(row.localId));
    if (!this.#sent.has(row.localId)) this.#rows.set(row.localId, row);
  }

  /** Shows a message that was sent until its event comes. */
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
    const unsent = [...this.#rows.values()].sort(inOrder).map((row) => {
      const pending = this.#pendingOf(row);
      const lane = keyOf(row.to);
      if (row.reason === undefined) return held.has(lane) ? { ...pending, status: "behind" as const } : pending;
      if (isToBeSent(row)) held.add(lane);
      return pending;
    });
    if (sent.length + unsent.length + this.#pending.value.length === 0) return;
    this.#pending.value = [...sent, ...unsent].sort(inOrder);
  }

  #pendingOf({ localId, to, content, writtenAt, reason }: OutboxRow): Pending {
    const pending = { localId, to, content, writtenAt };
    if (reason !== undefined) return { ...pending, status: "refused", reason };
    return { ...pending, status: this.#isStuck ? "waiting" : "sending" };
  }

  /** A new id, which is greater than all before, even if the clock is set back, and differs from the ids of other tabs. */
  #newId(now: number): string {
    this.#newestTime = Math.max(Math.floor(now), this.#newestTime + 1);
    const own = Math.floor(this.#parts.random() * 36 ** 5);
    return `${String(this.#newestTime).padStart(14, "0")}-${own.toString(36).padStart(5, "0")}`;
  }
}

/**
 * Whether a message is to be tried: after failures of the server it is, but after a refusal only when people ask for it.
 */
const isToBeSent = ({ reason, isDoubtful }: OutboxRow): boolean => reason === undefined || isDoubtful === true;

const timeOf = (localId: string): number => Number.parseInt(localId, 10);
const inOrder = (a: { readonly localId: string }, b: { readonly localId: string }): number =>
  a.localId < b.localId ? -1 : a.localId > b.localId ? 1 : 0;
