import { Violation } from "../frame/part.ts";

/** The value of a fact that was never set, or that was removed. */
export const NONE = "none";

/** The values of facts by their names, such as `draft/a1x9: "a1x9 changed"`. */
export type Facts = Record<string, string>;

interface Write {
  readonly value: string;
  readonly by: string;
  readonly began: number;
  /** Infinity while nobody knows whether it happened. */
  ended: number;
}

/**
 * The ledger of all writes: what was requested, and what was answered. In the end a fact may have the value of each write
 * that no acknowledged write has followed: what was acknowledged is there, unless another write has replaced it.
 */
export class Ledger {
  #now = 0;
  readonly #facts = new Map<string, Write[]>();

  /** Notes a request; its entry takes note of the answer. */
  begin(by: string, facts: Facts): Entry {
    this.#now += 1;
    const writes = Object.entries(facts).map(([name, value]) => {
      return { name, write: { value, by, began: this.#now, ended: Number.POSITIVE_INFINITY } };
    });
    for (const { name, write } of writes) this.#facts.set(name, [...(this.#facts.get(name) ?? []), write]);
    return {
      acknowledge: () => {
        this.#now += 1;
        for (const { write } of writes) write.ended = this.#now;
      },
      refuse: () => {
        for (const { name, write } of writes) {
          const others = this.#facts.get(name) ?? [];
          this.#facts.set(
            name,
            others.filter((other) => other !== write),
          );
        }
      },
    };
  }

  /** Notes the facts that were true before the first request. */
  start(facts: ReadonlyMap<string, string>): void {
    this.begin("before all", Object.fromEntries(facts)).acknowledge();
  }

  /** Throws where a fact has an impossible value. Facts about something that is gone, such as a message, are not checked. */
  check(observed: ReadonlyMap<string, string>): void {
    for (const [name, writes] of this.#facts) {
      const value = observed.get(name) ?? NONE;
      const hangsOn = name.split("/").slice(0, 2).join("/");
      if (hangsOn !== name && this.#facts.has(hangsOn) && !observed.has(hangsOn)) continue;
      if (possibleValues(writes).has(value)) continue;
      throw new Violation(`${name} is ${JSON.stringify(value)}`, writes.map(describeWrite));
    }
  }

  /** Whether a fact may have this value now. */
  mayBe(name: string, value: string): boolean {
    return possibleValues(this.#facts.get(name) ?? []).has(value);
  }

  /** Whether somebody has ever asked to change a fact, or it was true before. */
  knows(name: string): boolean {
    return this.#facts.has(name);
  }

  /** A moment, for `touchedSince`. */
  get now(): number {
    return this.#now;
  }

  /** The facts that somebody has asked to change since a moment, whatever was answered. */
  touchedSince(moment: number): Set<string> {
    return new Set(
      [...this.#facts].filter(([, writes]) => writes.some(({ began }) => began > moment)).map(([name]) => name),
    );
  }

  get size(): number {
    return this.#facts.size;
  }
}

interface Entry {
  acknowledge(): void;
  /** Notes that the server has refused it, so that nothing of it may be there. */
  refuse(): void;
}

function possibleValues(writes: readonly Write[]): Set<string> {
  const lastAcknowledged = Math.max(
    0,
    ...writes.filter(({ ended }) => ended < Number.POSITIVE_INFINITY).map(({ began }) => began),
  );
  const values = writes.filter(({ ended }) => ended >= lastAcknowledged).map(({ value }) => value);
  return new Set(lastAcknowledged === 0 ? [NONE, ...values] : values);
}

const describeWrite = ({ value, by, began, ended }: Write) =>
  `${began}..${ended === Number.POSITIVE_INFINITY ? "never answered" : ended}  ${by}  ${JSON.stringify(value)}`;
