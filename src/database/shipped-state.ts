/** D1's state for one realm: the last shipment that arrived. */
export interface ShippedState {
  /** Identifies the shared history of the realm and D1 by its start time, in milliseconds. */
  readonly epoch: number;
  /** `seq` of the newest shipped row. */
  readonly version: number;
  /** Random id of the shipment. */
  readonly stamp: string;
}

/** A shipment's id and precondition: it takes effect only if the stamp of the last shipment in D1 is in `follows`. */
export interface ShipmentHeader extends ShippedState {
  readonly follows: readonly string[];
  /** Initial stamp if D1 has no data of the realm. Set if no earlier shipment can have arrived. */
  readonly first?: string | undefined;
}

/**
 * True if a shipment can follow the last one in D1; `?1` is the realm, `?3` a JSON list of the stamps it can follow. A
 * batch that timed out may still arrive, and must not undo a newer one. After a restore of D1, a batch must not hide
 * that rows are missing there.
 */
export const IN_ORDER = `EXISTS (
  SELECT 1 FROM arrivals a WHERE a.realm = ?1 AND a.stamp IN (SELECT value FROM json_each(?3)))`;

/** Inserts the initial state of a realm; `?1` is the realm, `?2` its epoch, `?3` the first stamp. */
export const FIRST_ARRIVAL = "INSERT OR IGNORE INTO arrivals (realm, version, epoch, stamp) VALUES (?1, 0, ?2, ?3)";

/** Records a shipment's arrival; `?1` is the realm, `?2` the version, `?3` the stamps it can follow, `?4` its own. */
export const ARRIVED = `UPDATE arrivals SET version = ?2, stamp = ?4
  WHERE realm = ?1 AND stamp IN (SELECT value FROM json_each(?3))`;

export const READ_ARRIVAL = "SELECT epoch, version, stamp FROM arrivals WHERE realm = ?1";

/** Deletes a realm's state, so that shipments sent earlier can no longer be written. */
export const FORGET_ARRIVAL = "DELETE FROM arrivals WHERE realm = ?1";

/** Deletes the number of an organization whose rows are in another database; `?1` is the realm, `?2` its subdomain. */
export const FORGET_NUMBER = "DELETE FROM organizations WHERE id = ?1 AND subdomain = ?2";

/** Changes nothing, but fails if D1 doesn't accept writes. */
export const TOUCH_ARRIVAL = "UPDATE arrivals SET version = version WHERE realm = ?1";

/**
 * What D1 stores as the subdomain of a retired organization, whose subdomain now belongs to another number. It is never
 * a valid subdomain.
 */
const RETIRED = "subdomain || '~' || id";

/** Retires other numbers with the same subdomain; `?1` is the realm, `?2` its subdomain. */
export const RETIRE_OTHERS = `UPDATE organizations SET subdomain = ${RETIRED} WHERE subdomain = ?2 AND id != ?1`;

/**
 * Inserts the organization, or reactivates a retired one; `?1` is the realm, `?2` its subdomain, `?3` its creation
 * time.
 */
export const CLAIM_NUMBER = `INSERT INTO organizations (id, subdomain, created_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (id) DO UPDATE SET subdomain = excluded.subdomain
  WHERE organizations.subdomain = excluded.subdomain || '~' || organizations.id`;

export const OWNER_OF_NUMBER = "SELECT subdomain FROM organizations WHERE id = ?1";

/** Starts an epoch; `?1` is the realm, `?2` the epoch, `?3` the version, `?4` the stamp, `?5` the realm's subdomain. */
export const BEGIN_EPOCH = `INSERT INTO arrivals (realm, epoch, version, stamp)
  SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM organizations WHERE id = ?1 AND subdomain = ?5)
  ON CONFLICT (realm) DO UPDATE SET epoch = excluded.epoch, version = excluded.version, stamp = excluded.stamp
  WHERE excluded.epoch > arrivals.epoch`;
