import { type ReadonlySignal, signal } from "@preact/signals";
import type { ModeratorAct, ModeratorAction, RoomFrame, RoomRequest, RoomResponse } from "./frames.ts";

interface ModerationParts {
  readonly ask: (request: RoomRequest) => Promise<RoomResponse>;
  /** Called when a moderator has done something to this member, or to the whole call. */
  readonly onTold: (told: ModeratorAction) => void;
}

/** The acts by which this member can moderate the call, as the room has said last, and whether the call is locked. */
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

  /** Does an act, to a member or to the whole call; throws a `RoomError` where the room refuses it. */
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
