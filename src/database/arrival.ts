/** How far a realm's shipments have come in D1. */
export interface Arrival {
  /** The line of history: when it began, in milliseconds. */
  readonly epoch: number;
  /** The newest mark that has been shipped. */
  readonly version: number;
  /** What the shipment itself is known by: no two have the same. */
  readonly stamp: string;
}

/** A shipment's place in the order: it takes effect only where D1 stands at one of the shipments that it may follow. */
export interface ShipmentHeader extends Arrival {
  /** Their stamps. */
  readonly follows: readonly string[];
  /** Where none may have arrived before: from which stamp a D1 goes on that knows nothing of the realm. */
  readonly first?: string | undefined;
}

/**
 * Whether D1 stands where a shipment expects it; `?1` the realm, `?3` the stamps that it may follow, as JSON. A batch
 * that was given up on may still arrive: it must not undo a newer one. And one that is sent to a D1 that was put back
 * must not hide that rows are missing there.
 */
export const IN_ORDER = `EXISTS (
  SELECT 1 FROM arrivals a WHERE a.realm = ?1 AND a.stamp IN (SELECT value FROM json_each(?3)))`;

/** For a realm of which nothing ever arrived; `?1` the realm, `?2` its epoch, `?3` the stamp from which it goes on. */
export const FIRST_ARRIVAL = "INSERT OR IGNORE INTO arrivals (realm, version, epoch, stamp) VALUES (?1, 0, ?2, ?3)";

/** `?1` the realm, `?2` the version, `?3` the stamps that it may follow, `?4` its own. */
export const ARRIVED = `UPDATE arrivals SET version = ?2, stamp = ?4
  WHERE realm = ?1 AND stamp IN (SELECT value FROM json_each(?3))`;

export const READ_ARRIVAL = "SELECT epoch, version, stamp FROM arrivals WHERE realm = ?1";

/** Changes nothing, but only where D1 can be written. */
export const TOUCH_ARRIVAL = "UPDATE arrivals SET version = version WHERE realm = ?1";

/** An organization's name in D1 once another number has taken its place: no subdomain is written so. */
const RETIRED = "subdomain || '~' || id";

/** `?1` the realm, `?2` its subdomain: a number that was given to the same organization since is out of use. */
export const RETIRE_OTHERS = `UPDATE organizations SET subdomain = ${RETIRED} WHERE subdomain = ?2 AND id != ?1`;

/** `?1` the realm, `?2` its subdomain, `?3` when it was made. */
export const CLAIM_NUMBER = `INSERT INTO organizations (id, subdomain, created_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (id) DO UPDATE SET subdomain = excluded.subdomain
  WHERE organizations.subdomain = excluded.subdomain || '~' || organizations.id`;

export const OWNER_OF_NUMBER = "SELECT subdomain FROM organizations WHERE id = ?1";

/** `?1` the realm, `?2` the epoch, `?3` version and `?4` stamp to go on from, `?5` the subdomain, whose the number must be. */
export const BEGIN_EPOCH = `INSERT INTO arrivals (realm, epoch, version, stamp)
  SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM organizations WHERE id = ?1 AND subdomain = ?5)
  ON CONFLICT (realm) DO UPDATE SET epoch = excluded.epoch, version = excluded.version, stamp = excluded.stamp
  WHERE excluded.epoch > arrivals.epoch`;
