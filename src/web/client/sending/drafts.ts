import { type ReadonlySignal, signal } from "@preact/signals";
import type { MessageId } from "../../model/ids.ts";
import { afterMove, type TopicMove } from "../../model/messages/message-update.ts";
import { isSameTarget, type Target } from "../../model/routes/conversation.ts";
import type { DraftRow, DraftRows } from "../../store/account-database.ts";
import type { TabChannel } from "../../wire/tab-channel.ts";
import type { DraftSharing, SharedDraftsParts } from "./draft-sharing.ts";

export interface StoredDraft {
  readonly id: string;
  readonly target: Target;
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/**
 * Unsent messages, and unsaved message edits. They outlive the page. If `enable_drafts_synchronization` is on, unsent
 * messages are shared with the account's other devices.
 */
export interface Drafts {
  /** All drafts, latest first. */
  readonly all: ReadonlySignal<readonly StoredDraft[]>;
  get(id: string): StoredDraft | undefined;
  latestFor(target: Target): StoredDraft | undefined;
  find(target: Target, content: string): StoredDraft | undefined;
  /** Stores a draft, and returns its id. Without an id, the draft is a new one. */
  save(id: string | undefined, target: Target, content: string): string;
  remove(id: string): void;
  /** Replaces a string in all drafts that contain it. Returns false if none does. */
  rewrite(text: string, by: string): boolean;
  /** Number of drafts that the server doesn't have, or has with different text. */
  onlyHere(): number;
  /** Redirects the drafts of a topic that was renamed or moved. */
  followTopic(move: TopicMove): void;
  /** Returns the unsaved text of a message edit. */
  editOf(message: MessageId): string | undefined;
  /** Returns the version of the message's text that an unsaved edit started from, if known. */
  baseOf(message: MessageId): string | undefined;
  /** Stores the unsaved text of a message edit, or deletes it if `content` is undefined. */
  keepEdit(message: MessageId, content: string | undefined, base?: string): void;
}

/** A message between tabs about a draft: its current form, or that it was deleted. */
export type DraftsBroadcast =
  | { readonly say: "kept"; readonly row: DraftRow }
  | { readonly say: "gone"; readonly id: string };

interface DraftsParts extends SharedDraftsParts {
  readonly rows: DraftRows;
  readonly channel: TabChannel<DraftsBroadcast>;
  /** Loads the code for sharing. Only the leading tab needs it, and not before the first view is shown. */
  readonly loadSharing: () => Promise<typeof DraftSharing>;
}

const EDIT_SAVE_DELAY_MS = 300;

/** The drafts of all tabs of this browser. The leading tab shares them with the account's other devices. */
export class LiveDrafts implements Drafts {
  readonly #parts: DraftsParts;
  readonly #rows = new Map<string, DraftRow>();
  readonly #all = signal<readonly StoredDraft[]>([]);
  readonly all: ReadonlySignal<readonly StoredDraft[]> = this.#all;
  /** Ids of message edits that aren't stored yet. */
  readonly #typed = new Set<string>();
  #sharing: DraftSharing | undefined;

  constructor(parts: DraftsParts) {
    this.#parts = parts;
    parts.page.on(["hidden", "frozen"], () => this.#keepTyped());
    parts.channel.listen((broadcast) => this.#onBroadcast(broadcast));
  }

  async load(): Promise<void> {
    const { rows, account } = this.#parts;
    for (const row of await rows.all(account())) {
      const known = this.#rows.get(row.id);
      if (known === undefined || known.writtenAt < row.writtenAt) this.#rows.set(row.id, row);
    }
    this.#show();
  }

  get(id: string): StoredDraft | undefined {
    return this.#all.value.find((draft) => draft.id === id);
  }

  latestFor(target: Target): StoredDraft | undefined {
    return this.#all.value.find((draft) => isSameTarget(draft.target, target));
  }

  find(target: Target, content: string): StoredDraft | undefined {
    return this.#all.value.find((draft) => draft.content === content && isSameTarget(draft.target, target));
  }

  save(id: string | undefined, target: Target, content: string): string {
    const { account, clock } = this.#parts;
    const known = id === undefined ? undefined : this.#rows.get(id);
    if (id !== undefined && known?.content === content && typeof known.target === "object") {
      if (isSameTarget(known.target, target)) return id;
    }
    const row = { ...known, id: id ?? this.#newId(), account: account(), target, content, writtenAt: clock.now() };
    this.#change(row);
    return row.id;
  }

  remove(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    // The server's copy must be deleted first. Until then, the row stays with empty content.
    if (row.shared !== undefined) this.#change({ ...row, content: "", writtenAt: this.#parts.clock.now() });
    else this.#drop(id);
  }

  rewrite(text: string, by: string): boolean {
    const found = [...this.#rows.values()].filter(({ content }) => content.includes(text));
    for (const row of found) {
      const content = row.content.replace(text, () => by);
      this.#change({ ...row, content, writtenAt: this.#parts.clock.now() });
    }
    return found.length > 0;
  }

  onlyHere(): number {
    const isThere = ({ shared, content }: DraftRow) => shared !== undefined && shared.content === content.trim();
    return [...this.#rows.values()].filter((row) => row.content !== "" && !isThere(row)).length;
  }

  /**
   * Redirects a topic's drafts in memory. Every tab does this. The leading tab also stores the change and updates the
   * server.
   */
  followTopic(move: TopicMove): void {
    const rows = [...this.#rows.values()].map((row) => [row, withTarget(row, move)] as const);
    const moved = rows.flatMap(([row, now]) => (row === now ? [] : now));
    for (const row of moved) this.#rows.set(row.id, row);
    if (moved.length > 0) this.#show();
    if (this.#sharing === undefined) return;
    this.#parts.rows.change((row) => withTarget(row, move)).catch(() => {});
    this.#sharing.changed();
  }

  editOf(message: MessageId): string | undefined {
    return this.#rows.get(editId(message))?.content;
  }

  baseOf(message: MessageId): string | undefined {
    return this.#rows.get(editId(message))?.base;
  }

  keepEdit(message: MessageId, content: string | undefined, base?: string): void {
    const { account, clock } = this.#parts;
    const id = editId(message);
    if (content === undefined) {
      this.#drop(id);
      return;
    }
    this.#rows.set(id, { id, account: account(), target: message, content, base, writtenAt: clock.now() });
    if (this.#typed.size === 0) clock.after(EDIT_SAVE_DELAY_MS, () => this.#keepTyped());
    this.#typed.add(id);
  }

  /** Shares the drafts with the server until the signal aborts. Called in the leading tab. */
  async lead(signal: AbortSignal): Promise<void> {
    await this.load().catch(() => {});
    const DraftSharing = await this.#parts.loadSharing();
    if (signal.aborted) return;
    const sharing = new DraftSharing({
      ...this.#parts,
      signal,
      drafts: () => [...this.#rows.values()],
      change: (row) => this.#change(row),
      drop: (id) => this.#drop(id),
    });
    this.#sharing = sharing;
    signal.addEventListener("abort", () => {
      if (this.#sharing === sharing) this.#sharing = undefined;
    });
  }

  /** Adopts changes by other devices from the server. */
  follow(): void {
    this.#sharing?.reconcile();
  }

  #keepTyped(): void {
    const typed = [...this.#typed];
    // Cleared first, so that the next keystroke is stored even if an error follows.
    this.#typed.clear();
    for (const id of typed) {
      const row = this.#rows.get(id);
      if (row !== undefined) this.#change(row);
    }
  }

  #change(row: DraftRow): void {
    this.#broadcast({ say: "kept", row });
    // A draft that can't be stored in the database lasts as long as the page.
    this.#parts.rows.put(row).catch(() => {});
  }

  #drop(id: string): void {
    if (!this.#rows.has(id)) return;
    this.#broadcast({ say: "gone", id });
    this.#parts.rows.remove(id).catch(() => {});
  }

  #broadcast(broadcast: DraftsBroadcast): void {
    this.#onBroadcast(broadcast);
    this.#parts.channel.post(broadcast);
  }

  #onBroadcast(broadcast: DraftsBroadcast): void {
    if (broadcast.say === "kept") this.#rows.set(broadcast.row.id, broadcast.row);
    else this.#rows.delete(broadcast.id);
    this.#show();
    this.#sharing?.changed();
  }

  #show(): void {
    const drafts: StoredDraft[] = [];
    for (const { id, target, content, writtenAt } of this.#rows.values()) {
      if (typeof target === "object" && content !== "") drafts.push({ id, target, content, writtenAt });
    }
    this.#all.value = drafts.sort((a, b) => b.writtenAt - a.writtenAt);
  }

  #newId(): string {
    const { clock, random } = this.#parts;
    return `${clock.now()}-${Math.floor(random() * 36 ** 6).toString(36)}`;
  }
}

function withTarget(row: DraftRow, move: TopicMove): DraftRow {
  // An empty topic may not have been chosen yet.
  if (typeof row.target === "number" || (row.target.kind === "topic" && row.target.topic === "")) return row;
  const target = afterMove(row.target, move);
  return target === row.target ? row : { ...row, target };
}

const editId = (message: MessageId) => `edit-${message}`;
