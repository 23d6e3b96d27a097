import type { Clock } from "../../wire/clock.ts";
import type { Member } from "./frames.ts";

/** Time for a muted member's own client to turn its microphone off. */
const GIVEN_MS = 1_000;

interface MutedParts {
  readonly clock: Pick<Clock, "now">;
  readonly isLoud: (member: number) => boolean;
  /** Called once when a muted member is still audible, and when the member is no longer muted. */
  readonly onHeard: (member: number, isHeard: boolean) => void;
}

/** Detects members who still send sound after a moderator muted them (a client can ignore the request). */
export class MutedMembers {
  readonly #parts: MutedParts;
  readonly #since = new Map<number, number>();
  readonly #heard = new Set<number>();

  constructor(parts: MutedParts) {
    this.#parts = parts;
  }

  look(others: readonly Member[]): void {
    const now = this.#parts.clock.now();
    const muted = new Set(others.filter(({ muted_by }) => muted_by).map(({ id }) => id));
    for (const id of [...this.#since.keys()]) {
      if (muted.has(id)) continue;
      this.#since.delete(id);
      if (this.#heard.delete(id)) this.#parts.onHeard(id, false);
    }
    for (const id of muted) {
      const since = this.#since.get(id);
      if (since === undefined) this.#since.set(id, now);
      else if (now - since >= GIVEN_MS && !this.#heard.has(id) && this.#parts.isLoud(id)) {
        this.#heard.add(id);
        this.#parts.onHeard(id, true);
      }
    }
  }
}
