import type { RoomEnvironment } from "../environment.ts";
import { MediaRefused } from "./refused.ts";
import type { CleanupRow, CleanupWork } from "./rows.ts";
import * as rows from "./rows.ts";

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** Delay before a running cleanup is checked again, because the object may be evicted during its request. */
const UNDER_WAY_MS = 15_000;
/** Retries continue for some minutes. By then, the SFU has closed any session that sent nothing for 30 seconds. */
const MAX_ATTEMPTS = 14;

/**
 * Ends the SFU sessions and TURN credentials of members who left. Starts at once and retries until done, because
 * members can hear and send until then.
 */
export class Cleanups {
  readonly #running = new Set<number>();

  constructor(
    private readonly parts: Pick<RoomEnvironment, "sql" | "sfu" | "turn" | "wallClock" | "log">,
    private readonly isMade: () => boolean,
    private readonly schedule: () => void,
  ) {}

  /**
   * Adds cleanup work. `under` is a pending request of the same session. When it ends, the session is checked again.
   */
  add(work: CleanupWork, under: Promise<unknown> = Promise.resolve()): void {
    const row = rows.insertCleanup.one(this.parts.sql, { work: JSON.stringify(work), due: this.#now });
    void this.#try(row, under);
    this.schedule();
  }

  get areDone(): boolean {
    return this.#all.length === 0;
  }

  /** Milliseconds until the next retry or check. */
  get dueIn(): number {
    const now = this.#now;
    const due = this.#all.map(({ id, due: at }) => (this.#running.has(id) ? now + UNDER_WAY_MS : at));
    return Math.max(0, Math.min(...due) - now);
  }

  async run(): Promise<void> {
    const due = this.#all.filter(({ due: at }) => at <= this.#now);
    await Promise.all(due.map((row) => this.#try(row, Promise.resolve())));
  }

  /** Pending cleanups. A room that has not started, or has ended, has no table for them. */
  get #all(): readonly CleanupRow[] {
    return this.isMade() ? rows.allCleanups.all(this.parts.sql, {}) : [];
  }

  get #now(): number {
    return this.parts.wallClock.milliseconds();
  }

  async #try(row: CleanupRow, under: Promise<unknown>): Promise<void> {
    if (this.#running.has(row.id)) return;
    this.#running.add(row.id);
    const isDone = await this.#do(rows.readWork(row), under).catch((error: unknown) => {
      if (!(error instanceof MediaRefused)) this.parts.log.failure("media_not_ended", error);
      return false;
    });
    this.#running.delete(row.id);
    const tries = row.tries + 1;
    if (isDone || tries >= MAX_ATTEMPTS) {
      if (!isDone) this.parts.log.warn("media_not_ended", { tries });
      rows.deleteCleanup.run(this.parts.sql, { id: row.id });
      return;
    }
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** row.tries);
    rows.postponeCleanup.run(this.parts.sql, { id: row.id, tries, due: this.#now + wait });
    this.schedule();
  }

  async #do(work: CleanupWork | null, under: Promise<unknown>): Promise<boolean> {
    const { sfu, turn } = this.parts;
    if (work === null) return true;
    if (work.of === "turn") return turn === null || turn.revoke(work.name);
    if (sfu === null) return true;
    try {
      if (work.mids.length > 0) await sfu.close(work.session, work.mids);
      if (!work.whole) return true;
      await under.catch(() => {});
      const left = await sfu.look(work.session);
      if (left.length > 0) await sfu.close(work.session, left);
      return true;
    } catch (error) {
      if (error instanceof MediaRefused && error.code === "SESSION_GONE") return true;
      throw error;
    }
  }
}
