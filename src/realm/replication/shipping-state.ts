import * as v from "valibot";
import type { ShippedState } from "../../database/shipped-state.ts";
import { type NoParams, type Sql, type SqlValue, statement } from "../../database/statement.ts";
import { stored } from "../../database/stored.ts";
import { type Random, randomToken } from "../../util/random.ts";
import { type Milliseconds, milliseconds } from "../../util/time.ts";

/** How far D1 and the realm have been compared: the bulk table, and the last compared key. */
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
  bookmark: string | null;
  database: string;
  told_filling: string | null;
  noticed: number | null;
  told_refused: 0 | 1;
}

const selectState = statement<NoParams, StateRow>(
  `SELECT epoch, stamp, shipped, unstamped, attempts, comparing, lost, bookmark, database, told_filling, noticed, told_refused
   FROM shipping`,
);
/**
 * Prefix of the stamp of a realm that was restored with a command (src/cli/backup/snapshot.ts). The operator who ran
 * the command needn't be notified.
 */
const RESTORED = "restored-";
const storeEpoch = statement<{ epoch: number; stamp: string; comparing: string | null; restored: string }>(
  `UPDATE shipping SET epoch = :epoch, stamp = :stamp, attempts = '[]', comparing = :comparing, lost = 0,
     noticed = CASE WHEN :comparing IS NULL OR stamp GLOB :restored THEN NULL ELSE CAST(:epoch AS INTEGER) END`,
);
const storeAttempts = statement<{ attempts: string }>("UPDATE shipping SET attempts = :attempts");
const storeShipped = statement<{ stamp: string; version: number; bookmark: string | null }>(
  "UPDATE shipping SET stamp = :stamp, shipped = :version, attempts = '[]', bookmark = :bookmark",
);
const storeDatabase = statement<{ database: string }>("UPDATE shipping SET database = :database, bookmark = NULL");
const storeMove = statement<{ database: string; stamp: string }>(
  "UPDATE shipping SET database = :database, stamp = :stamp, attempts = '[]', bookmark = NULL",
);
const storeDoubt = statement<{ stamp: string }>(
  "UPDATE shipping SET stamp = :stamp, attempts = '[]', shipped = shipped + 1",
);
const storeSeen = statement("UPDATE shipping SET noticed = NULL");
const storeToldFilling = statement<{ told_filling: string | null }>("UPDATE shipping SET told_filling = :told_filling");
const storeToldRefused = statement<{ told_refused: 0 | 1 }>("UPDATE shipping SET told_refused = :told_refused");
const storePosition = statement<{ comparing: string | null; lost: number }>(
  "UPDATE shipping SET comparing = :comparing, lost = :lost",
);

/** Maximum shipments with an unknown outcome, before asking D1 for its state. */
const MAX_ATTEMPTS = 20;

export const newStamp = (random: Random) => randomToken(random, 12);

/** The realm's own record of its shipments to D1, which reveals when either of the two was restored. */
export class ShippingState {
  #row: Readonly<StateRow>;

  constructor(
    private readonly sql: Sql,
    private readonly random: Random,
  ) {
    this.#row = selectState.one(sql, {});
  }

  reload(): void {
    this.#row = selectState.one(this.sql, {});
  }

  /** The `seq` up to which D1 is known to have received every change. */
  get version(): number {
    return this.#row.shipped;
  }

  /** Number of the current epoch. A new epoch starts when one of the stores was restored. */
  get epoch(): number {
    return this.#row.epoch;
  }

  /** Random id of the last shipment that is known to have arrived. */
  get stamp(): string {
    return this.#row.stamp;
  }

  /** D1's bookmark after the last shipment that is known to have arrived. */
  get bookmark(): string | null {
    return this.#row.bookmark;
  }

  get database(): string {
    return this.#row.database;
  }

  place(database: string): void {
    storeDatabase.run(this.sql, { database });
    this.#row = selectState.one(this.sql, {});
  }

  get toldFilling(): string | null {
    return this.#row.told_filling;
  }

  /**
   * Records, within the change that warns owners and administrators, which database they were warned about. Null means
   * that the database has room again.
   */
  tellFilling(database: string | null): void {
    storeToldFilling.run(this.sql, { told_filling: database });
    this.#row = { ...this.#row, told_filling: database };
  }

  /** True if owners and administrators were notified that D1 refuses rows, and D1 hasn't accepted all of them since. */
  get hasToldRefused(): boolean {
    return this.#row.told_refused === 1;
  }

  /**
   * Records whether owners and administrators are notified that D1 refuses rows, within the change that notifies them.
   */
  tellRefused(isTold: boolean): void {
    const told_refused = isTold ? 1 : 0;
    storeToldRefused.run(this.sql, { told_refused });
    this.#row = { ...this.#row, told_refused };
  }

  /** Moves the organization to another database, which has all rows up to the shipment with this stamp. */
  moveTo(database: string, stamp: string): void {
    storeMove.run(this.sql, { database, stamp });
    this.#row = selectState.one(this.sql, {});
  }

  get isNew(): boolean {
    return this.#row.shipped === 0 && this.#row.unstamped === 0;
  }

  get #attempts(): string[] {
    return readAttempts(this.#row.attempts);
  }

  /** True if too many shipments have an unknown outcome. */
  get isUncertain(): boolean {
    return this.#attempts.length >= MAX_ATTEMPTS;
  }

  /** Progress of comparing D1 with the realm in this epoch, or null if the comparison is complete. */
  get comparing(): Position | null {
    return this.#row.comparing === null ? null : readPosition(this.#row.comparing);
  }

  get isComparing(): boolean {
    return this.#row.comparing !== null;
  }

  /**
   * When D1 was found in a state that the realm hadn't left it in. Null if that never happened, or if the server
   * administrator has been notified.
   */
  get noticed(): Milliseconds | null {
    return this.#row.noticed === null ? null : milliseconds(this.#row.noticed);
  }

  /** Records that the server administrator has been notified. */
  seen(): void {
    storeSeen.run(this.sql, {});
    this.#row = { ...this.#row, noticed: null };
  }

  /** Discards everything known about D1's state, so that it is compared from the start. */
  doubt(): void {
    storeDoubt.run(this.sql, { stamp: newStamp(this.random) });
    this.#row = selectState.one(this.sql, {});
  }

  /** Number of rows whose content is lost in both stores. */
  get lost(): number {
    return this.#row.lost;
  }

  /** True if D1's state can result from this realm's shipments. */
  accepts(arrival: ShippedState | undefined): boolean {
    if (arrival === undefined) return this.isNew;
    const { epoch, stamp, shipped, unstamped } = this.#row;
    if (arrival.epoch !== epoch) return false;
    if (arrival.stamp === "" && stamp === "") return arrival.version >= shipped && arrival.version <= unstamped;
    return arrival.stamp === stamp || this.#attempts.includes(arrival.stamp);
  }

  /**
   * True if D1's state, which `accepts` rejected, is older than the realm's record of it, which means that D1 was
   * restored.
   */
  isAheadOf({ epoch, version }: ShippedState): boolean {
    return epoch < this.#row.epoch || (epoch === this.#row.epoch && version < this.#row.shipped);
  }

  /** Starts a new epoch. D1 is updated separately. */
  begin(epoch: number, comparing: Position | null): void {
    storeEpoch.run(this.sql, {
      epoch,
      stamp: newStamp(this.random),
      comparing: comparing && JSON.stringify(comparing),
      restored: `${RESTORED}*`,
    });
    this.#row = selectState.one(this.sql, {});
  }

  /**
   * Stores the next shipment's stamp before it is sent. Returns it with the stamps of which D1 must have one for the
   * shipment to take effect.
   */
  attempt(): { stamp: string; follows: string[] } {
    const attempts = this.#attempts;
    const stamp = newStamp(this.random);
    storeAttempts.run(this.sql, { attempts: JSON.stringify([...attempts, stamp]) });
    this.#row = { ...this.#row, attempts: JSON.stringify([...attempts, stamp]) };
    return { stamp, follows: [this.#row.stamp, ...attempts] };
  }

  /** Records that a shipment has arrived, and D1's bookmark after it, if known. */
  confirm({ stamp, version }: Pick<ShippedState, "stamp" | "version">, bookmark: string | null): void {
    storeShipped.run(this.sql, { stamp, version, bookmark });
    this.#row = selectState.one(this.sql, {});
  }

  advance(position: Position | null, lost: number): void {
    const comparing = position && JSON.stringify(position);
    storePosition.run(this.sql, { comparing, lost: this.#row.lost + lost });
    this.#row = selectState.one(this.sql, {});
  }
}
