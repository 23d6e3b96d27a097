import { Violation } from "../frame/part.ts";

/** The value of a fact that was never set, or that was removed. */
export const NONE = "none";

/** Values of facts by name, such as `draft/a1x9: "a1x9 changed"`. */
export type Facts = Record<string, string>;

interface Write {
  readonly value: string;
  readonly by: string;
  readonly began: number;
  /** When the write was acknowledged. Infinity if it is unknown whether it happened. */
  ended: number;
}

/**
 * Records all writes: the requests, and their responses. In the end, a fact can have the value of any write that no
 * acknowledged write came after. Acknowledged values persist unless another write replaces them.
 */
export class Ledger {
  #now = 0;
  readonly #facts = new Map<string, Write[]>();

  /** Records a request. The returned entry records the response. */
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

  /** Records the facts that were true before the first request. */
  start(facts: ReadonlyMap<string, string>): void {
    this.begin("before all", Object.fromEntries(facts)).acknowledge();
  }

  /** Throws if a fact has an impossible value. Facts about deleted things, such as a message, are not checked. */
  check(observed: ReadonlyMap<string, string>): void {
    for (const [name, writes] of this.#facts) {
      const value = observed.get(name) ?? NONE;
      const hangsOn = name.split("/").slice(0, 2).join("/");
      if (hangsOn !== name && this.#facts.has(hangsOn) && !observed.has(hangsOn)) continue;
      if (possibleValues(writes).has(value)) continue;
      throw new Violation(`${name} is ${JSON.stringify(value)}`, writes.map(describeWrite));
    }
  }

  mayBe(name: string, value: string): boolean {
    return possibleValues(this.#facts.get(name) ?? []).has(value);
  }

  /** Whether anyone ever requested a change to a fact, or it was true at the start. */
  knows(name: string): boolean {
    return this.#facts.has(name);
  }

  /** A moment, for `touchedSince`. */
  get now(): number {
    return this.#now;
  }

  /** Returns the facts for which a change was requested after a moment, whatever the response was. */
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
  /** Records that the server refused the request. None of its facts may become true. */
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
