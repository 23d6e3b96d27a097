import type { AnyEvent } from "../../model/event.ts";
import type { MessageId } from "../../model/ids.ts";
import { deletedBy } from "../../model/messages/message-update.ts";
import type { ActRow, ActRows } from "../../store/account-database.ts";
import { Unreachable } from "../../wire/api.ts";
import type { TabChannel } from "../../wire/tab-channel.ts";
import { backoff, sleepUntilWake } from "../../wire/wait-to-retry.ts";
import type * as actsSending from "./acts-sender.ts";
import type { ActSettled } from "./acts-sender.ts";
import type { PendingChange } from "./flag-act.ts";
import type { TabContext } from "./tab-context.ts";

type ActsSending = Pick<typeof actsSending, "mergeChange" | "makeChanges" | "noRoom" | "restored">;

/** Changes requested in any tab of this browser, until the leading tab has sent them. */
export interface Acts {
  /**
   * Applies a change optimistically and queues it for the server. Resolves to true if the server accepted it. If it was
   * rejected, shows an error and rolls the change back. If too many changes are pending, shows an error and changes
   * nothing.
   */
  act(act: PendingChange): Promise<boolean>;
  /**
   * Applies a change now. Rejects if the server rejects it. If the server is unreachable or changes are pending,
   * resolves to undefined and applies the change later, like `act`. Rejects if the change can't be queued.
   */
  actNow<Reply>(act: PendingChange): Promise<Reply | undefined>;
}

export type ActsBroadcast = { readonly say: "asked"; readonly row: ActRow } | ActSettled | { readonly say: "begun" };

interface ActsParts extends TabContext {
  readonly rows: ActRows;
  readonly channel: TabChannel<ActsBroadcast>;
  /** Loads the code for sending changes. Only the leading tab needs it, and not before the first view is shown. */
  readonly loadSender: () => Promise<ActsSending>;
  readonly isOnline: () => boolean;
  /** Makes sure that there is a leading tab, because only the leader sends requests. */
  readonly check: () => void;
}

interface ActsListeners {
  readonly show: (events: readonly AnyEvent[]) => void;
  /** Called with a change that the server rejected, or that there is no room for. */
  readonly onRefused: (act: PendingChange, error: string) => void;
}

export class LiveActs implements Acts {
  readonly #parts: ActsParts;
  readonly #rows = new Map<string, ActRow>();
  /** Changes that aren't in the database yet. */
  readonly #unkept = new Map<string, ActRow>();
  readonly #settled = new Map<string, ((isDone: boolean) => void)[]>();
  /** Changes that the server may have applied, because a request had no response or another tab may have sent one. */
  readonly #tried = new Set<string>();
  #listeners: ActsListeners | undefined;
  #leads: AbortSignal | undefined;
  #sending: ActsSending | undefined;
  #more = Promise.withResolvers<void>();
  #newestTime = 0;

  constructor(parts: ActsParts) {
    this.#parts = parts;
    parts.channel.listen((broadcast) => this.#hear(broadcast));
  }

  /** Shows the pending changes, including those from before the page was loaded. */
  async begin(listeners: ActsListeners): Promise<void> {
    this.#listeners = listeners;
    await this.#load().catch(() => {});
  }

  /** Applies pending changes again, to a state or messages that the server sent without them. */
  renew(messages?: Iterable<MessageId>): void {
    if (this.#rows.size === 0) return;
    const ids = messages && new Set(messages);
    const isMeant = (event: AnyEvent) => ids === undefined || messagesOf(event).some((id) => ids.has(id));
    this.#listeners?.show(this.#waiting().flatMap(({ shows }) => shows.filter(isMeant)));
  }

  /**
   * Shows pending changes again after events of the same types, which may report the previous values. An edit's text
   * isn't shown again, because the server's version is rendered.
   */
  follow(events: readonly AnyEvent[]): void {
    if (this.#rows.size === 0) return;
    const types = new Set(events.map(({ type }) => type));
    types.delete("update_message");
    this.#listeners?.show(this.#waiting().flatMap(({ shows }) => shows.filter(({ type }) => types.has(type))));
  }

  act(act: PendingChange): Promise<boolean> {
    const refusal = this.#noRoom(act);
    if (refusal === undefined) return this.#add(act, false);
    this.#listeners?.onRefused(act, refusal.message);
    return Promise.resolve(false);
  }

  async actNow<Reply>(act: PendingChange): Promise<Reply | undefined> {
    const { api, isOnline } = this.#parts;
    const refusal = this.#noRoom(act);
    if (refusal !== undefined) throw refusal;
    const isNow = this.#rows.size === 0 && isOnline();
    try {
      if (isNow) return await api[act.method]<Reply>(act.path, act.fields);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
    void this.#add(act, isNow);
    return undefined;
  }

  #noRoom(act: PendingChange) {
    return this.#sending?.noRoom(this.#rows.values(), act);
  }

  #add(act: PendingChange, isTried: boolean): Promise<boolean> {
    const { account, clock, channel } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const row: ActRow = { ...act, id: this.#newId(clock.now()), account: account(), isTried };
    this.#settled.set(row.id, [resolve]);
    this.#ask(row);
    void this.#keep(row);
    channel.post({ say: "asked", row });
    this.#join(row);
    return promise;
  }

  /** In the leading tab, merges a change into a pending one, or replaces the pending one. */
  #join(row: ActRow): void {
    if (!this.#isLeading || this.#isTried(row)) return;
    const others = this.#waiting().filter((one) => one.id < row.id);
    const both = this.#sending?.mergeChange(others, row, (one) => this.#isTried(one));
    if (both === undefined) return;
    const { before, together } = both;
    this.#rows.delete(before.id);
    this.#rows.set(row.id, together);
    this.#parts.channel.post({ say: "asked", row: together });
    // The earlier change is removed only when the database has both, because this tab can be closed at any time.
    void this.#keep(together).then(() => this.#settle({ say: "done", id: before.id }));
  }

  async #keep(row: ActRow): Promise<void> {
    this.#unkept.set(row.id, row);
    await this.#parts.rows.put(row).then(
      () => this.#unkept.get(row.id) === row && this.#unkept.delete(row.id),
      () => {},
    );
    // The change was sent while it was being stored.
    if (!this.#rows.has(row.id)) await this.#parts.rows.remove(row.id).catch(() => {});
    if (!this.#isLeading) this.#parts.check();
    // Any tab with pending changes must enforce their limit, which needs this code.
    this.#sending ??= await this.#parts.loadSender().catch(() => undefined);
  }

  get #isLeading(): boolean {
    return this.#leads?.aborted === false;
  }

  #isTried({ id, isTried }: ActRow): boolean {
    return isTried || this.#tried.has(id);
  }

  /** Sends the pending changes, one after the other, until the signal aborts. Called in the leading tab. */
  async lead(signal: AbortSignal): Promise<void> {
    this.#leads = signal;
    await this.#load().catch(() => {});
    for (const id of this.#rows.keys()) this.#tried.add(id);
    this.#parts.channel.post({ say: "begun" });
    signal.addEventListener("abort", () => this.#more.resolve());
    this.#sending = await this.#loadSender(signal);
    await this.#sending?.makeChanges({
      ...this.#parts,
      signal,
      waiting: () => this.#waiting(),
      more: () => {
        this.#more = Promise.withResolvers();
        return this.#more.promise;
      },
      try: (row) => {
        const isAgain = this.#isTried(row);
        this.#tried.add(row.id);
        return isAgain;
      },
      isTried: (row) => this.#isTried(row),
      settle: (broadcast) => this.#settle(broadcast),
    });
  }

  /** Loads the code for sending changes. Retries until it works or the signal aborts. */
  async #loadSender(signal: AbortSignal): Promise<ActsSending | undefined> {
    const { clock, page, random, loadSender } = this.#parts;
    for (let failures = 1; !signal.aborted; failures++) {
      const loaded = await loadSender().catch(() => undefined);
      if (loaded !== undefined) return loaded;
      await sleepUntilWake(clock, page, backoff(failures, random), signal);
    }
    return undefined;
  }

  async #settle(broadcast: ActSettled): Promise<void> {
    const id = broadcast.say === "done" ? broadcast.id : broadcast.row.id;
    await this.#parts.rows.remove(id).catch(() => {});
    this.#tried.delete(id);
    this.#hear(broadcast);
    this.#parts.channel.post(broadcast);
  }

  async #load(): Promise<void> {
    const known = new Set(this.#rows.keys());
    const kept = await this.#parts.rows.all(this.#parts.account());
    const ids = new Set(kept.map(({ id }) => id));
    // Another tab has sent these changes, and was closed before it could report that.
    for (const id of known) if (!ids.has(id) && !this.#unkept.has(id)) this.#hear({ say: "done", id });
    for (const row of kept) this.#ask(row);
  }

  #hear(broadcast: ActsBroadcast): void {
    switch (broadcast.say) {
      case "asked":
        this.#ask(broadcast.row);
        this.#join(broadcast.row);
        break;
      case "done":
        this.#end(broadcast.id, true);
        break;
      case "refused": {
        const { row, error } = broadcast;
        if (!this.#end(row.id, false)) break;
        this.#listeners?.show(row.undoes);
        this.#listeners?.onRefused(row, error);
        this.renew();
        void this.#restore(new Set(row.shows.flatMap(messagesOf)));
        break;
      }
      case "begun":
        for (const row of this.#unkept.values()) this.#parts.channel.post({ say: "asked", row });
        break;
      default:
        broadcast satisfies never;
    }
  }

  async #restore(ids: ReadonlySet<MessageId>): Promise<void> {
    const { restored } = await this.#parts.loadSender();
    await restored(this.#parts.api, ids, (id, event) => {
      this.#listeners?.show([event]);
      this.renew([id]);
    });
  }

  #ask(row: ActRow): void {
    this.#newestTime = Math.max(this.#newestTime, Number.parseInt(row.id, 10));
    const known = this.#rows.get(row.id);
    // A known change is replaced only if another tab has merged more into it.
    if (known !== undefined && known.shows.length >= row.shows.length) return;
    this.#rows.set(row.id, row);
    this.#listeners?.show(row.shows);
    this.#more.resolve();
  }

  #end(id: string, isDone: boolean): boolean {
    this.#unkept.delete(id);
    for (const resolve of this.#settled.get(id) ?? []) resolve(isDone);
    this.#settled.delete(id);
    return this.#rows.delete(id);
  }

  #waiting(): readonly ActRow[] {
    return [...this.#rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Returns a new id, greater than all before, even if the clock is set back. */
  #newId(now: number): string {
    this.#newestTime = Math.max(Math.floor(now), this.#newestTime + 1);
    const own = Math.floor(this.#parts.random() * 36 ** 5);
    return `${String(this.#newestTime).padStart(14, "0")}-${own.toString(36).padStart(5, "0")}`;
  }
}

function messagesOf(event: AnyEvent): readonly MessageId[] {
  if (event.type === "update_message_flags") return event.messages;
  if (event.type === "update_message") return event.message_ids;
  if (event.type === "reaction") return [event.message_id];
  return event.type === "delete_message" ? deletedBy(event) : [];
}
