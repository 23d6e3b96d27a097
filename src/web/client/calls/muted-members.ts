import type { Clock } from "../../wire/clock.ts";
import type { Member } from "./frames.ts";

/** The time that a muted member's own program has to turn its microphone off. */
const GIVEN_MS = 1_000;

interface MutedParts {
  readonly clock: Pick<Clock, "now">;
  readonly isLoud: (member: number) => boolean;
  /** Called once when somebody is heard who has been muted, and when they are muted no more. */
  readonly onHeard: (member: number, isHeard: boolean) => void;
}

/** Listens for those whom a moderator has muted: a program that does not obey would still be heard. */
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
