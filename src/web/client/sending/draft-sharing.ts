import { storedContent } from "../../model/messages/stored-content.ts";
import type { Target } from "../../model/routes/conversation.ts";
import type { Draft } from "../../model/state.ts";
import type { DraftRow } from "../../store/account-database.ts";
import { isLoggedOutError, Refused } from "../../wire/api.ts";
import { backoff, sleepUntilWake } from "../../wire/wait-to-retry.ts";
import type { TabContext } from "./tab-context.ts";

export type DraftForm = Omit<Draft, "id">;

export interface SharedDraftsParts extends TabContext {
  /** The server's drafts, or undefined if the account doesn't share its drafts. */
  readonly shared: () => readonly Draft[] | undefined;
}

interface SharingParts extends SharedDraftsParts {
  readonly signal: AbortSignal;
  readonly drafts: () => readonly DraftRow[];
  readonly change: (row: DraftRow) => void;
  readonly drop: (id: string) => void;
}

/** Time without changes before drafts are sent to the server. */
const IDLE_MS = 5_000;

/** Sends drafts to the server when the user has stopped typing, and adopts those from other devices. */
export class DraftSharing {
  readonly #parts: SharingParts;
  /** Drafts being sent for the first time. The server's event about one can arrive before the response. */
  readonly #posting = new Map<string, DraftForm>();
  /** Drafts in the form that the server rejected. They aren't sent again until they change. */
  readonly #refused = new Map<string, DraftForm>();
  #cancel: (() => void) | undefined;
  #isRunning = false;
  #failures = 0;

  constructor(parts: SharingParts) {
    this.#parts = parts;
    parts.signal.addEventListener("abort", () => this.#cancel?.());
    this.reconcile();
    this.changed();
  }

  /** Sends changed drafts to the server, after a time without further changes. */
  changed(): void {
    if (this.#isRunning || this.#parts.signal.aborted) return;
    this.#cancel?.();
    this.#cancel = this.#parts.clock.after(IDLE_MS, () => void this.#run());
  }

  /** Adopts the server's drafts. If a draft was changed on both sides, the later change is kept. */
  reconcile(): void {
    const { drafts, shared, change, drop } = this.#parts;
    const there = new Map((shared() ?? []).map((draft) => [draft.id, draft]));
    const rows = drafts();
    for (const row of rows) {
      if (row.shared === undefined) continue;
      const draft = there.get(row.shared.id);
      const isChanged = hasChanged(row);
      if (draft === undefined) {
        const isGone = row.isSeen === true || shared() === undefined;
        const stays = row.content !== "" && (isChanged || shared() === undefined);
        if (isGone && stays) change(alone(row));
        else if (isGone) drop(row.id);
      } else if (!isSameForm(draft, row.shared) || row.isSeen !== true) {
        const isTaken = !isSameForm(draft, row.shared) && (!isChanged || draft.timestamp * 1000 > row.writtenAt);
        change(isTaken ? { ...row, ...rowFields(draft) } : { ...row, shared: draft, isSeen: true });
      }
    }
    const known = new Set(rows.map((row) => row.shared?.id));
    for (const draft of there.values()) if (!known.has(draft.id)) this.#adopt(draft, rows);
  }

  #adopt(draft: Draft, rows: readonly DraftRow[]): void {
    const { account, change } = this.#parts;
    const own = rows.find((row) => {
      const form = this.#posting.get(row.id) ?? draftForm(row);
      return row.shared === undefined && form !== undefined && isSameForm(form, draft);
    });
    // A draft may have been deleted here while it was being sent. It isn't adopted: the response to its request deletes
    // the server's copy.
    const isPosting = [...this.#posting.values()].some((form) => isSameForm(form, draft));
    if (own !== undefined) change({ ...own, shared: draft, isSeen: true });
    else if (!isPosting) change({ id: `server-${draft.id}`, account: account(), ...rowFields(draft) });
  }

  async #run(): Promise<void> {
    const { clock, page, random, signal, shared, drafts } = this.#parts;
    this.#isRunning = true;
    for (const { id } of drafts()) {
      if (signal.aborted || shared() === undefined) break;
      const row = drafts().find((one) => one.id === id);
      if (row === undefined) continue;
      try {
        await this.#share(row);
        this.#failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        this.#failures++;
        const told = error instanceof Refused ? error.retryAfter : undefined;
        const wait = Math.max(IDLE_MS, told ?? backoff(this.#failures, random));
        if (await sleepUntilWake(clock, page, wait, signal)) this.#failures = 0;
        break;
      }
    }
    this.#isRunning = false;
    // Drafts that have changed in the meantime, or couldn't be sent, are sent later.
    if (drafts().some((row) => this.#isOpen(row))) this.changed();
  }

  /** True if a draft must be sent to the server. */
  #isOpen(row: DraftRow): boolean {
    const form = draftForm(row);
    const refused = this.#refused.get(row.id);
    if (form === undefined || this.#parts.shared() === undefined) return false;
    if (refused !== undefined && isSameForm(refused, form)) return false;
    return hasChanged(row);
  }

  async #share(row: DraftRow): Promise<void> {
    const form = draftForm(row);
    if (form === undefined || !this.#isOpen(row)) return;
    try {
      if (form.content === "") await this.#delete(row);
      else if (row.shared === undefined) await this.#post(row, form);
      else await this.#patch(row.shared, row.id, form);
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500 || error.status === 429 || isLoggedOutError(error))
        throw error;
      if (error.status === 404 && row.shared !== undefined) this.#forget(row.id);
      else this.#refused.set(row.id, form);
    }
  }

  async #post(row: DraftRow, form: DraftForm): Promise<void> {
    const { api, signal } = this.#parts;
    this.#posting.set(row.id, form);
    try {
      const { ids } = await api.post<{ ids: number[] }>("/drafts", { drafts: [form] }, { signal });
      const [id] = ids;
      if (id === undefined) return;
      if (this.#parts.drafts().some((one) => one.id === row.id)) this.#shared(row.id, { ...form, id });
      else await api.delete(`/drafts/${id}`, {}, { signal });
    } finally {
      this.#posting.delete(row.id);
    }
  }

  async #patch({ id }: Draft, rowId: string, form: DraftForm): Promise<void> {
    const { api, signal } = this.#parts;
    await api.patch(`/drafts/${id}`, { draft: form }, { signal });
    this.#shared(rowId, { ...form, id });
  }

  async #delete({ id, shared }: DraftRow): Promise<void> {
    const { api, signal, drop } = this.#parts;
    if (shared !== undefined) await api.delete(`/drafts/${shared.id}`, {}, { signal });
    drop(id);
  }

  #shared(id: string, shared: Draft): void {
    const { drafts, change, drop } = this.#parts;
    for (const row of drafts()) {
      if (row.id === id) change({ ...row, shared });
      else if (row.shared?.id === shared.id) drop(row.id);
    }
  }

  /** Records that the server no longer has its copy of a draft. */
  #forget(id: string): void {
    const row = this.#parts.drafts().find((one) => one.id === id);
    if (row === undefined) return;
    if (row.content === "") this.#parts.drop(id);
    else this.#parts.change(alone(row));
  }
}

/** Returns a draft in the server's form, or undefined for the edit of a message, which isn't shared. */
function draftForm({ target, content, writtenAt }: DraftRow): DraftForm | undefined {
  if (typeof target === "number") return undefined;
  const rest = { content: storedContent(content), timestamp: Math.floor(writtenAt / 1000) };
  if (target.kind === "direct") return { type: "private", to: [...target.users], topic: "", ...rest };
  if (target.channel === undefined) return { type: "", to: [], topic: "", ...rest };
  return { type: "stream", to: [target.channel], topic: target.topic.trim(), ...rest };
}

function targetOfDraft({ type, to, topic }: Draft): Target {
  if (type === "private") return { kind: "direct", users: to };
  return { kind: "topic", channel: type === "stream" ? to[0] : undefined, topic };
}

/** True if both have the same content and recipients, regardless of their times. */
const isSameForm = (one: DraftForm, other: DraftForm): boolean =>
  one.type === other.type &&
  one.topic === other.topic &&
  one.content === other.content &&
  one.to.length === other.to.length &&
  one.to.every((id) => other.to.includes(id));

function hasChanged(row: DraftRow): boolean {
  const form = draftForm(row);
  if (form === undefined) return false;
  return row.shared === undefined ? form.content !== "" : !isSameForm(form, row.shared);
}

const rowFields = (draft: Draft) => ({
  target: targetOfDraft(draft),
  content: draft.content,
  writtenAt: draft.timestamp * 1000,
  shared: draft,
  isSeen: true,
});

const alone = ({ shared: _, isSeen: __, ...row }: DraftRow): DraftRow => row;
