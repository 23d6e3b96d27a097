import { type ReadonlySignal, signal } from "@preact/signals";
import type { MessageId, UserId } from "../../model/ids.ts";
import { afterMove, type TopicMove } from "../../model/messages/topic-move.ts";
import { isSameTarget, type Target } from "../../model/places/target.ts";
import type { Draft } from "../../model/state.ts";
import type { DraftRows } from "../../store/kept-drafts.ts";
import type { DraftRow } from "../../store/own.ts";
import type { Channel } from "../../wire/channel.ts";
import type { Clock } from "../../wire/clock.ts";
import type { Page } from "../../wire/page.ts";
import type { Api } from "../client.ts";
import type { DraftSharing } from "./draft-sharing.ts";

/** What was written and not sent. */
export interface KeptDraft {
  readonly id: string;
  readonly target: Target;
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** What was written and not sent: it outlives the page, and follows whoever wrote it to other devices. */
export interface Drafts {
  /** The latest first. */
  readonly all: ReadonlySignal<readonly KeptDraft[]>;
  get(id: string): KeptDraft | undefined;
  latestFor(target: Target): KeptDraft | undefined;
  /** Keeps a draft in the place of another, or as a new one, and returns its id. */
  save(id: string | undefined, target: Target, content: string): string;
  remove(id: string): void;
  /** Replaces a text in whichever draft has it. */
  rewrite(text: string, by: string): void;
  /** How many texts the server does not have, which may be told of them later. */
  onlyHere(): number;
  /** A topic has another name or place, and so has whatever was written to it. */
  followTopic(move: TopicMove): void;
  /** What a message shall say instead, as far as that was written and not saved. */
  editOf(message: MessageId): string | undefined;
  /** Keeps what a message shall say instead, or nothing any more. */
  keepEdit(message: MessageId, content: string | undefined): void;
}

/** What the tabs tell each other of drafts: how one is now, or that there is none any more. */
export type DraftsSaid =
  | { readonly say: "kept"; readonly row: DraftRow }
  | { readonly say: "gone"; readonly id: string };

export interface DraftsParts {
  readonly rows: DraftRows;
  readonly api: Api;
  readonly channel: Channel<DraftsSaid>;
  readonly clock: Clock;
  readonly page: Page;
  readonly random: () => number;
  readonly account: () => UserId;
  /** The drafts that the server has; undefined where the account does not want it to have any. */
  readonly shared: () => readonly Draft[] | undefined;
  /** Only the tab that leads needs it, and not before the first view is shown. */
  readonly loadSharing: () => Promise<typeof DraftSharing>;
}

/** So long after a letter of an edit it is kept. */
const PAUSE = 300;

/** The drafts of all tabs of this browser, which the tab that leads shares with the account's other devices. */
export class LiveDrafts implements Drafts {
  readonly #parts: DraftsParts;
  readonly #rows = new Map<string, DraftRow>();
  readonly #all = signal<readonly KeptDraft[]>([]);
  /** Edits that are not kept yet. */
  readonly #typed = new Set<string>();
  #sharing: DraftSharing | undefined;

  constructor(parts: DraftsParts) {
    this.#parts = parts;
    parts.page.on(["hidden", "frozen"], () => this.#keepTyped());
    parts.channel.hear((said) => this.#hear(said));
  }

  get all(): ReadonlySignal<readonly KeptDraft[]> {
    return this.#all;
  }

  /** Shows what was kept before. */
  async load(): Promise<void> {
    const { rows, account } = this.#parts;
    for (const row of await rows.all(account())) {
      const known = this.#rows.get(row.id);
      if (known === undefined || known.writtenAt < row.writtenAt) this.#rows.set(row.id, row);
    }
    this.#show();
  }

  get(id: string): KeptDraft | undefined {
    return this.#all.value.find((draft) => draft.id === id);
  }

  latestFor(target: Target): KeptDraft | undefined {
    return this.#all.value.find((draft) => isSameTarget(draft.target, target));
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
    // What the server has of it is to be deleted there first.
    if (row.shared !== undefined) this.#change({ ...row, content: "", writtenAt: this.#parts.clock.now() });
    else this.#drop(id);
  }

  rewrite(text: string, by: string): void {
    for (const row of this.#rows.values()) {
      const content = row.content.replace(text, () => by);
      if (content !== row.content) this.#change({ ...row, content, writtenAt: this.#parts.clock.now() });
    }
  }

  onlyHere(): number {
    const isThere = ({ shared, content }: DraftRow) => shared !== undefined && shared.content === content.trim();
    return [...this.#rows.values()].filter((row) => row.content !== "" && !isThere(row)).length;
  }

  /** Every tab hears of it; the one that leads keeps it, and tells the server. */
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

  keepEdit(message: MessageId, content: string | undefined): void {
    const { account, clock } = this.#parts;
    const id = editId(message);
    if (content === undefined) {
      this.#drop(id);
      return;
    }
    this.#rows.set(id, { id, account: account(), target: message, content, writtenAt: clock.now() });
    if (this.#typed.size === 0) clock.after(PAUSE, () => this.#keepTyped());
    this.#typed.add(id);
  }

  /** Shares the drafts with the server, until the signal aborts: for the tab that leads. */
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

  /** Other devices may have changed what the server has. */
  follow(): void {
    this.#sharing?.reconcile();
  }

  #keepTyped(): void {
    const typed = [...this.#typed];
    // First, so that the next word is kept whatever happens to these.
    this.#typed.clear();
    for (const id of typed) {
      const row = this.#rows.get(id);
      if (row !== undefined) this.#change(row);
    }
  }

  #change(row: DraftRow): void {
    this.#tell({ say: "kept", row });
    // What the database does not take stays for as long as the page does.
    this.#parts.rows.put(row).catch(() => {});
  }

  #drop(id: string): void {
    if (!this.#rows.has(id)) return;
    this.#tell({ say: "gone", id });
    this.#parts.rows.remove(id).catch(() => {});
  }

  #tell(said: DraftsSaid): void {
    this.#hear(said);
    this.#parts.channel.say(said);
  }

  #hear(said: DraftsSaid): void {
    if (said.say === "kept") this.#rows.set(said.row.id, said.row);
    else this.#rows.delete(said.id);
    this.#show();
    this.#sharing?.changed();
  }

  #show(): void {
    const drafts: KeptDraft[] = [];
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

/** A draft where its topic is by now. */
function withTarget(row: DraftRow, move: TopicMove): DraftRow {
  // An empty topic may be one that was yet to be said.
  if (typeof row.target === "number" || (row.target.kind === "topic" && row.target.topic === "")) return row;
  const target = afterMove(row.target, move);
  return target === row.target ? row : { ...row, target };
}

const editId = (message: MessageId) => `edit-${message}`;
