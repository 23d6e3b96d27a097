import { type Fields, hashOfEntry } from "../../../merkle-log/leaf.ts";
import { type Hashes, nodeAt, rootOf } from "../../../merkle-log/tree.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { EmailVisibility } from "../../../protocol/user-settings.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import type { Json } from "../../../util/canonical.ts";
import { after, hours, inMilliseconds, type Milliseconds } from "../../../util/time.ts";
import type { AuditAction } from "./actions.ts";
import { erasable } from "./erasure.ts";
import { scheduleExpiry } from "./expiry.ts";
import { entryWrittenHook } from "./hooks.ts";
import { type EntryRow, hashesAt, insertEntry, insertHashes, newestEntry } from "./rows.ts";

/**
 * The thing an action is about. The id is permanent. Name and address are from the time of the action, and can be
 * erased.
 */
interface Entity {
  readonly type: EntityType;
  readonly id: number | string;
  readonly name?: string;
  readonly email?: string;
}

export const entityTypes = [
  "user",
  "bot",
  "group",
  "channel",
  "topic",
  "message",
  "file",
  "organization",
  "invitation",
  "emoji",
  "export",
  "import",
  "login_connection",
  "connection",
  "hold",
] as const;
type EntityType = (typeof entityTypes)[number];

export const actorTypes = ["user", "bot", "operator", "system", "anonymous", "scim", "login_connection"] as const;
export const results = ["success", "denied", "failed"] as const;

/** Values by name. Undefined values are omitted. */
export type Details = { readonly [name: string]: Json | undefined };

interface AuditDetails {
  readonly of: Entity;
  /** Details of the action, such as numbers, names, and values `before` and `after`. Never a secret. */
  readonly details?: Details;
  readonly result?: (typeof results)[number];
  /** The acting account, if the caller isn't authenticated yet, as in a login. */
  readonly by?: Account;
}

export type Account = Pick<Actor, "full_name" | "bot_type"> & {
  readonly id: number;
  readonly delivery_email: string;
  readonly email_visibility: number;
  /** 1 if the profile was deleted. */
  readonly is_deleted: number;
};

const MAX_DETAILS = 20;
/** Maximum length of a name, or of a user agent, in code points. */
const MAX_NAME_LENGTH = 500;
/** Maximum characters of a detail. Recorded values are never longer, so that nothing can be hidden past the end. */
const MAX_TEXT_LENGTH = 20_000;
/** Maximum number of values in a list. Longer lists are split into several entries. */
const MAX_LISTED = 1000;

/** Records an action in the audit log within its change, so that neither exists without the other. */
export function audit(realm: Realm, action: AuditAction, { details = {}, ...act }: AuditDetails): void {
  for (const part of splitDetails(withDifference(details))) write(realm, action, { ...act, details: part });
}

/** If details have lists `before` and `after`, adds the items that were added and those that were removed. */
function withDifference(details: Details): Details {
  const { before, after } = details;
  if (!Array.isArray(before) || !Array.isArray(after)) return details;
  const [added, removed] = [difference(after, before), difference(before, after)];
  return { ...details, ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) };
}

function difference(some: readonly Json[], others: readonly Json[]): Json[] {
  const known = new Set(others.map((value) => JSON.stringify(value)));
  return some.filter((value) => !known.has(JSON.stringify(value)));
}

/** Splits details into parts for several entries if a list is too long for one. */
function splitDetails(details: Details): readonly Details[] {
  const lengths = Object.values(details).map((value) => (Array.isArray(value) ? value.length : 0));
  const count = Math.max(1, Math.ceil(Math.max(0, ...lengths) / MAX_LISTED));
  if (count === 1) return [details];
  return Array.from({ length: count }, (_, part) => {
    const own = ([name, value]: [string, Json | undefined]) => [
      name,
      Array.isArray(value) ? value.slice(part * MAX_LISTED, (part + 1) * MAX_LISTED) : value,
    ];
    return Object.fromEntries(Object.entries(details).map(own));
  });
}

function write(
  realm: Realm,
  action: AuditAction,
  { of: entity, details = {}, result = "success", by }: AuditDetails,
): void {
  const id = auditSize(realm) + 1;
  const actor = actorOf(realm, by);
  const parts = {
    personal: erasable({ actor: nameFields(actor), entity: nameFields(entity) }, realm.random),
    context: erasable(contextOf(realm), realm.random),
    details: erasable(shortened(details), realm.random),
  };
  const lasting = {
    ...{ id, action, result, at: realm.clock.milliseconds() },
    ...{ actor_type: actor.type, actor_id: actor.id, entity_type: entity.type, entity_id: String(entity.id) },
  };
  const row: EntryRow = {
    ...lasting,
    personal: JSON.stringify(parts.personal),
    context: JSON.stringify(parts.context),
    details: JSON.stringify(parts.details),
  };
  insertEntry.run(realm.sql, { ...row });
  const leaf = hashOfEntry(lasting, parts);
  insertHashes.run(realm.sql, { id, leaf, node: nodeAt(id, leaf, auditHashes(realm)) });
  scheduleExpiry(realm);
  realm.run(entryWrittenHook, id);
}

/**
 * Records a failure if the current change is refused. If the same failure repeats from one address, writes only some
 * entries, with the number of failures so far.
 */
export const auditIfRefused = (realm: Realm, action: AuditAction, act: Omit<AuditDetails, "result">): void =>
  realm.ifRefused(() => {
    const { of, details } = act;
    const kind = JSON.stringify([action, of.type, of.id, details?.["reason"], realm.caller?.facts.address]);
    const count = countFailure(realm, kind);
    if (count === undefined) return;
    audit(realm, action, { ...act, details: { ...details, ...(count > 1 && { count }) }, result: "failed" });
  });

/** Records the actions of `work` as those of a login service, rather than of the user who logs in with it. */
export function auditedAsService(
  realm: Realm,
  { id, name }: { id: number | null; name: string },
  work: () => void,
): void {
  const { caller } = realm;
  if (caller === undefined) throw new Error("nobody calls");
  caller.service = { id, name };
  try {
    work();
  } finally {
    caller.service = undefined;
  }
}

/**
 * Records a denied request. A caller's denials are counted together, separately from other callers', so that a few
 * entries represent many denials. Denied reads aren't recorded, because they often happen in good faith.
 */
export const auditRefusal = (realm: Realm, route: string): void =>
  realm.ifRefused(() => {
    const { type, id } = actorOf(realm, undefined);
    const count = countFailure(realm, JSON.stringify(["access.denied", type, id ?? realm.caller?.facts.address]));
    if (count === undefined) return;
    const details = { route, ...(count > 1 && { count }) };
    audit(realm, "access.denied", { of: organizationEntity(realm), details, result: "denied" });
  });

export const accountEntity = (account: Account): Entity => ({
  type: account.bot_type === null ? "user" : "bot",
  id: account.id,
  name: account.full_name,
  ...(showsAddress(account) && { email: account.delivery_email }),
});

/** Whether the log may show an account's email address. Some accounts hide it from everyone. */
export const showsAddress = ({
  is_deleted,
  email_visibility,
}: Pick<Account, "is_deleted" | "email_visibility">): boolean =>
  is_deleted !== 1 && email_visibility !== EmailVisibility.nobody;

export const organizationEntity = ({ identity }: Realm): Entity => ({ type: "organization", id: identity.id });

/** Records an action on the organization itself, as `audit` does. */
export const auditOrganization = (realm: Realm, action: AuditAction, details: Details = {}): void =>
  audit(realm, action, { of: organizationEntity(realm), details });

/** Number of entries ever written, which is also the id of the newest one. */
export const auditSize = (realm: Realm): number => newestEntry.one(realm.sql, {}).id;

export function auditHead(realm: Realm): { size: number; root: string } {
  const size = auditSize(realm);
  return { size, root: Buffer.from(rootOf(auditHashes(realm), size)).toString("base64") };
}

export const auditHashes = (realm: Realm): Hashes => {
  const at = (id: number) => hashesAt.one(realm.sql, { id });
  return { leaf: (id) => new Uint8Array(at(id).leaf), node: (id) => new Uint8Array(at(id).node) };
};

interface Somebody {
  readonly type: (typeof actorTypes)[number];
  readonly id: number | null;
  readonly name?: string;
  readonly email?: string;
}

function actorOf({ caller }: Realm, by: Account | undefined): Somebody {
  if (by !== undefined) {
    const { id, full_name: name, delivery_email: email } = by;
    return { type: by.bot_type === null ? "user" : "bot", id, name, ...(showsAddress(by) && { email }) };
  }
  if (caller === undefined) return { type: "system", id: null };
  if (caller.isOperator) return { type: "operator", id: null };
  if (caller.service !== undefined) return { type: "login_connection", ...caller.service };
  if (caller.directory !== undefined) return { type: "scim", ...caller.directory };
  if (caller.actor === null) return { type: "anonymous", id: null };
  const { user_id: id, full_name: name, email, is_bot } = caller.actor;
  return { type: is_bot ? "bot" : "user", id, name, email };
}

const nameFields = ({ name, email }: { name?: string; email?: string }): Fields => ({
  ...(name !== undefined && { name: short(name) }),
  ...(email !== undefined && { email: short(email) }),
});

/** Returns the IP address, program and credential of the current request. */
function contextOf({ caller }: Realm): Fields {
  if (caller === undefined) return {};
  const { actor, facts } = caller;
  return {
    ip_address: facts.address,
    ua: short(facts.userAgent),
    client: short(facts.client),
    request_id: facts.id,
    ...(actor?.session_id !== undefined && { session_id: actor.session_id }),
    ...(actor?.key_id !== undefined && { key_id: actor.key_id }),
  };
}

const short = (text: string, longest = MAX_NAME_LENGTH) => [...text.slice(0, 2 * longest)].slice(0, longest).join("");

const shortened = (details: Details): Fields =>
  Object.fromEntries(
    Object.entries(details)
      .flatMap(([name, value]) => (value === undefined ? [] : [[name, shortValue(value)]]))
      .slice(0, MAX_DETAILS),
  );

function shortValue(value: Json): Json {
  if (typeof value === "string") return short(value, MAX_TEXT_LENGTH);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(shortValue);
  const text = JSON.stringify(value);
  return text.length > MAX_TEXT_LENGTH ? short(text, MAX_TEXT_LENGTH) : value;
}

/** Failures of one kind are counted together for this long after the first. */
const TOGETHER = inMilliseconds(hours(1));
const MAX_KINDS = 1000;

interface Failures {
  readonly until: Milliseconds;
  count: number;
}

const countedIn = inMemory(() => new Map<string, Failures>());

/**
 * Counts a failure of a kind. Returns the number of failures if an entry should be written: for the first, second,
 * fourth, eighth and so on. Otherwise, password guessing would fill the log.
 */
function countFailure(realm: Realm, kind: string): number | undefined {
  const counted = countedIn(realm);
  const now = realm.clock.milliseconds();
  const before = counted.get(kind);
  const failures = before !== undefined && now < before.until ? before : { until: after(now, TOGETHER), count: 0 };
  counted.delete(kind);
  counted.set(kind, failures);
  const [oldest] = counted.keys();
  if (counted.size > MAX_KINDS && oldest !== undefined) counted.delete(oldest);
  failures.count += 1;
  return Number.isInteger(Math.log2(failures.count)) ? failures.count : undefined;
}
