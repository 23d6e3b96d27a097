import { Violation } from "../frame/part.ts";

/** What a fact is that nothing has made, or that was taken away. */
export const NONE = "none";

/** Facts by their names, such as `star/7/anchor-12`, and what they are. */
export type Facts = Record<string, string>;

interface Write {
  readonly value: string;
  readonly by: string;
  readonly began: number;
  /** Infinity while nobody knows whether it happened. */
  ended: number;
}

/**
 * Everything that was asked for, and what was answered. A fact may afterwards be what any write made it that no
 * acknowledged write came after: whatever was acknowledged is there unless something else has taken its place.
 */
export class Ledger {
  #now = 0;
  readonly #facts = new Map<string, Write[]>();

  /** What was asked for; to be settled when there is an answer. */
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

  /** What is so before anything was done. */
  start(facts: ReadonlyMap<string, string>): void {
    this.begin("before all", Object.fromEntries(facts)).acknowledge();
  }

  /** Throws where a fact is something that it cannot be. What hangs on a fact that is gone is not looked for. */
  check(observed: ReadonlyMap<string, string>): void {
    for (const [name, writes] of this.#facts) {
      const value = observed.get(name) ?? NONE;
      const hangsOn = name.split("/").slice(0, 2).join("/");
      if (hangsOn !== name && this.#facts.has(hangsOn) && !observed.has(hangsOn)) continue;
      if (possible(writes).has(value)) continue;
      throw new Violation(`${name} is ${JSON.stringify(value)}`, writes.map(told));
    }
  }

  /** Whether a fact may be this by now. */
  mayBe(name: string, value: string): boolean {
    return possible(this.#facts.get(name) ?? []).has(value);
  }

  get size(): number {
    return this.#facts.size;
  }
}

interface Entry {
  acknowledge(): void;
  /** It was answered that it did not happen. */
  refuse(): void;
}

function possible(writes: readonly Write[]): Set<string> {
  const lastAcknowledged = Math.max(
    0,
    ...writes.filter(({ ended }) => ended < Number.POSITIVE_INFINITY).map(({ began }) => began),
  );
  const values = writes.filter(({ ended }) => ended >= lastAcknowledged).map(({ value }) => value);
  return new Set(lastAcknowledged === 0 ? [NONE, ...values] : values);
}

const told = ({ value, by, began, ended }: Write) =>
  `${began}..${ended === Number.POSITIVE_INFINITY ? "never answered" : ended}  ${by}  ${JSON.stringify(value)}`;
