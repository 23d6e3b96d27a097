import * as v from "valibot";
import type { Arrival } from "../../database/arrival.ts";
import { type Sql, type SqlValue, statement } from "../../database/statement.ts";
import { stored } from "../../database/stored.ts";
import { type Random, randomToken } from "../../util/random.ts";

/** Where the comparison of D1 with the realm has come to: after which key of which bulk table. */
export interface Position {
  readonly table: string;
  readonly after: readonly SqlValue[] | null;
}

const readPosition = stored(
  "shipping.comparing",
  v.nullable(v.object({ table: v.string(), after: v.nullable(v.array(v.union([v.string(), v.number(), v.null()]))) })),
  () => null,
);
const readAttempts = stored("shipping.attempts", v.array(v.string()), () => []);

interface StateRow {
  epoch: number;
  stamp: string;
  shipped: number;
  unstamped: number;
  attempts: string;
  comparing: string | null;
  lost: number;
}

const read = statement<Record<string, never>, StateRow>(
  "SELECT epoch, stamp, shipped, unstamped, attempts, comparing, lost FROM shipping",
);
const storeEpoch = statement<{ epoch: number; stamp: string; comparing: string | null }>(
  "UPDATE shipping SET epoch = :epoch, stamp = :stamp, attempts = '[]', comparing = :comparing, lost = 0",
);
const storeAttempts = statement<{ attempts: string }>("UPDATE shipping SET attempts = :attempts");
const storeShipped = statement<{ stamp: string; version: number }>(
  "UPDATE shipping SET stamp = :stamp, shipped = :version, attempts = '[]'",
);
const storePosition = statement<{ comparing: string | null; lost: number }>(
  "UPDATE shipping SET comparing = :comparing, lost = :lost",
);

/** So many shipments may be under way of which nothing is known; then D1 is asked first. */
const MOST_ATTEMPTS = 20;

const newStamp = (random: Random) => randomToken(random, 12);

/** What the realm knows of its own shipments, in its database, so that a store that was put back is noticed. */
export class ShippingState {
  #row: Readonly<StateRow>;

  constructor(
    private readonly sql: Sql,
    private readonly random: Random,
  ) {
    this.#row = read.one(sql, {});
  }

  reload(): void {
    this.#row = read.one(this.sql, {});
  }

  /** Up to which mark D1 is known to have had everything. */
  get version(): number {
    return this.#row.shipped;
  }

  get epoch(): number {
    return this.#row.epoch;
  }

  /** The shipment that is known to have arrived last. */
  get stamp(): string {
    return this.#row.stamp;
  }

  /** Whether nothing was ever shipped, by this program or an older one. */
  get isNew(): boolean {
    return this.#row.shipped === 0 && this.#row.unstamped === 0;
  }

  get #attempts(): string[] {
    return readAttempts(this.#row.attempts);
  }

  get isUncertain(): boolean {
    return this.#attempts.length >= MOST_ATTEMPTS;
  }

  /** How far D1 has been compared with the realm since the epoch began. */
  get comparing(): Position | null {
    return this.#row.comparing === null ? null : readPosition(this.#row.comparing);
  }

  get isComparing(): boolean {
    return this.#row.comparing !== null;
  }

  /** Of how many rows the content is in neither store any more. */
  get lost(): number {
    return this.#row.lost;
  }

  /** Whether D1 stands where this realm may have brought it. */
  accepts(arrival: Arrival | undefined): boolean {
    if (arrival === undefined) return this.isNew;
    const { epoch, stamp, shipped, unstamped } = this.#row;
    if (arrival.epoch !== epoch) return false;
    if (arrival.stamp === "" && stamp === "") return arrival.version >= shipped && arrival.version <= unstamped;
    return arrival.stamp === stamp || this.#attempts.includes(arrival.stamp);
  }

  /** Whether D1, which does not stand where this realm has brought it, is older than what the realm knows of it. */
  isAheadOf({ epoch, version }: Arrival): boolean {
    return epoch < this.#row.epoch || (epoch === this.#row.epoch && version < this.#row.shipped);
  }

  /** A new epoch; D1 has to follow it. */
  begin(epoch: number, comparing: Position | null): void {
    storeEpoch.run(this.sql, {
      epoch,
      stamp: newStamp(this.random),
      comparing: comparing && JSON.stringify(comparing),
    });
    this.#row = read.one(this.sql, {});
  }

  /** The next shipment's stamp, stored before it is sent, and those that it may follow. */
  attempt(): { stamp: string; follows: string[] } {
    const attempts = this.#attempts;
    const stamp = newStamp(this.random);
    storeAttempts.run(this.sql, { attempts: JSON.stringify([...attempts, stamp]) });
    this.#row = { ...this.#row, attempts: JSON.stringify([...attempts, stamp]) };
    return { stamp, follows: [this.#row.stamp, ...attempts] };
  }

  confirm({ stamp, version }: Pick<Arrival, "stamp" | "version">): void {
    storeShipped.run(this.sql, { stamp, version });
    this.#row = read.one(this.sql, {});
  }

  advance(position: Position | null, lost: number): void {
    const comparing = position && JSON.stringify(position);
    storePosition.run(this.sql, { comparing, lost: this.#row.lost + lost });
    this.#row = read.one(this.sql, {});
  }
}
