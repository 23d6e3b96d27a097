/** D1's state as to one realm: the last shipment that has arrived there. */
export interface ShippedState {
  /** The line of history that realm and D1 share. It is numbered by the time at which it began, in milliseconds. */
  readonly epoch: number;
  /** The `seq` of the newest row that has been shipped. */
  readonly version: number;
  /** The random name of the shipment. */
  readonly stamp: string;
}

/** A shipment's name and precondition: it takes effect only if the last one in D1 is among those that it may follow. */
export interface ShipmentHeader extends ShippedState {
  /** The stamps of the shipments that it may follow. */
  readonly follows: readonly string[];
  /** Set where none may have arrived before: the stamp that a D1 which knows nothing of the realm starts from. */
  readonly first?: string | undefined;
}

/**
 * Whether a shipment may follow the last one in D1; `?1` is the realm, `?3` a JSON list of the stamps that it may
 * follow. A batch that timed out may still arrive, and must not undo a newer one. A batch that is sent to a restored D1
 * must not hide that rows are missing there.
 */
export const IN_ORDER = `EXISTS (
  SELECT 1 FROM arrivals a WHERE a.realm = ?1 AND a.stamp IN (SELECT value FROM json_each(?3)))`;

/**
 * Inserts the state of a realm of which nothing has arrived; `?1` is the realm, `?2` its epoch, `?3` the first stamp.
 */
export const FIRST_ARRIVAL = "INSERT OR IGNORE INTO arrivals (realm, version, epoch, stamp) VALUES (?1, 0, ?2, ?3)";

/**
 * Notes that a shipment has arrived; `?1` is the realm, `?2` the version, `?3` the stamps it may follow, `?4` its own.
 */
export const ARRIVED = `UPDATE arrivals SET version = ?2, stamp = ?4
  WHERE realm = ?1 AND stamp IN (SELECT value FROM json_each(?3))`;

export const READ_ARRIVAL = "SELECT epoch, version, stamp FROM arrivals WHERE realm = ?1";

/** Forgets a realm: nothing that was sent before can be written any more. */
export const FORGET_ARRIVAL = "DELETE FROM arrivals WHERE realm = ?1";

/** Deletes the number of an organization that has its rows elsewhere; `?1` is the realm, `?2` its subdomain. */
export const FORGET_NUMBER = "DELETE FROM organizations WHERE id = ?1 AND subdomain = ?2";

/** Changes nothing; it fails where D1 cannot be written. */
export const TOUCH_ARRIVAL = "UPDATE arrivals SET version = version WHERE realm = ?1";

/** The name in D1 of an organization whose subdomain now belongs to another number. No real subdomain looks like it. */
const RETIRED = "subdomain || '~' || id";

/** Retires other numbers that were given to the same subdomain; `?1` is the realm, `?2` its subdomain. */
export const RETIRE_OTHERS = `UPDATE organizations SET subdomain = ${RETIRED} WHERE subdomain = ?2 AND id != ?1`;

/**
 * Inserts the organization, or takes it out of retirement; `?1` is the realm, `?2` its subdomain, `?3` when it was
 * made.
 */
export const CLAIM_NUMBER = `INSERT INTO organizations (id, subdomain, created_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (id) DO UPDATE SET subdomain = excluded.subdomain
  WHERE organizations.subdomain = excluded.subdomain || '~' || organizations.id`;

export const OWNER_OF_NUMBER = "SELECT subdomain FROM organizations WHERE id = ?1";

/**
 * Begins an epoch; `?1` is the realm, `?2` the epoch, `?3` the version, `?4` the stamp, `?5` the number's subdomain.
 */
export const BEGIN_EPOCH = `INSERT INTO arrivals (realm, epoch, version, stamp)
  SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM organizations WHERE id = ?1 AND subdomain = ?5)
  ON CONFLICT (realm) DO UPDATE SET epoch = excluded.epoch, version = excluded.version, stamp = excluded.stamp
  WHERE excluded.epoch > arrivals.epoch`;
