import { type ReadonlySignal, signal } from "@preact/signals";
import type { ModeratorAct, ModeratorAction, RoomFrame, RoomRequest, RoomResponse } from "./frames.ts";

interface ModerationParts {
  readonly ask: (request: RoomRequest) => Promise<RoomResponse>;
  /** Called when a moderator acts on this member or on the whole call. */
  readonly onTold: (told: ModeratorAction) => void;
}

/** What this member can do as a moderator, according to the room, and whether the call is locked. */
export class Moderation {
  readonly #parts: ModerationParts;
  readonly #may = signal<ReadonlySet<ModeratorAct>>(new Set());
  readonly #isLocked = signal(false);
  #me = 0;

  constructor(parts: ModerationParts) {
    this.#parts = parts;
  }

  get may(): ReadonlySignal<ReadonlySet<ModeratorAct>> {
    return this.#may;
  }
  get isLocked(): ReadonlySignal<boolean> {
    return this.#isLocked;
  }

  /** Acts on a member or the whole call. Throws a `RoomError` if the room refuses. */
  async act(act: ModeratorAct, member?: number): Promise<void> {
    await this.#parts.ask({ type: "moderate", act, ...(member !== undefined && { member }) });
  }

  follow(frame: RoomFrame): void {
    if (frame.type === "state") {
      this.#me = frame.me;
      this.#isLocked.value = frame.locked === true;
    }
    if (frame.type === "state" || frame.type === "may") this.#may.value = new Set(frame.may);
    if (frame.type !== "told") return;
    if (frame.act === "lock" || frame.act === "unlock") this.#isLocked.value = frame.act === "lock";
    if (frame.member === undefined || frame.member === this.#me) this.#parts.onTold(frame);
  }
}
