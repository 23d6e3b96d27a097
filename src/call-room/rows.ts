import * as v from "valibot";
import { type ColumnsOf, type NoParams, type Sql, statement } from "../database/statement.ts";
import { stored } from "../database/stored.ts";
import { mediaStep } from "./media/rows.ts";

const steps = [
  `CREATE TABLE room (facts TEXT NOT NULL) STRICT;
   CREATE TABLE members (
     id INTEGER PRIMARY KEY,
     user INTEGER NOT NULL,
     device TEXT NOT NULL,
     -- Hash of the secret with which a device that lost its socket rejoins as the same member.
     resume TEXT NOT NULL,
     credentials TEXT NOT NULL,
     moderates INTEGER NOT NULL,
     is_starter INTEGER NOT NULL,
     joined_at INTEGER NOT NULL,
     -- When it was disconnected, or null while it is connected.
     lost_at INTEGER
   ) STRICT;
   -- Time each user has spent in the call. For those in it, it also runs from since on.
   CREATE TABLE people (user INTEGER PRIMARY KEY, ms INTEGER NOT NULL, since INTEGER) STRICT;`,
  `-- JSON: the switches of a disconnected member, or null while the socket holds them.
   ALTER TABLE members ADD COLUMN switches TEXT;
   -- The lowest version of admittances that a room accepts before it starts.
   CREATE TABLE expected (version INTEGER NOT NULL) STRICT;`,
  mediaStep,
  `-- Public key of a member of an encrypted call.
   ALTER TABLE members ADD COLUMN key TEXT;`,
];

const madeSteps = statement<NoParams, { count: number }>("SELECT count(*) AS count FROM steps");
const noteStep = statement("INSERT INTO steps DEFAULT VALUES");

const stepsTable = statement<NoParams, { name: string }>(
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'steps'",
);

/** Whether the room has tables. It has none before it starts and after it ends. */
export const isMade = (sql: Sql): boolean => stepsTable.first(sql, {}) !== undefined;

/** Creates the room's tables, or those missing from an older version. */
export function migrateRoom(sql: Sql): void {
  sql.exec("CREATE TABLE IF NOT EXISTS steps (id INTEGER PRIMARY KEY) STRICT");
  for (const step of steps.slice(madeSteps.one(sql, {}).count)) {
    sql.exec(step);
    noteStep.run(sql, {});
  }
}

/** The room's own state. Times are in milliseconds, except those sent to clients. */
const factsSchema = v.object({
  subdomain: v.string(),
  realm: v.number(),
  call: v.string(),
  started_at: v.number(),
  is_direct: v.optional(v.boolean(), false),
  /** Media mode, fixed when the room starts. */
  mode: v.optional(v.picklist(["mesh", "sfu"]), "mesh"),
  /** Whether members encrypt the media they send through the SFU, as long as all of them can. */
  encrypted: v.optional(v.boolean(), false),
  /** Id of the user who turned encryption off, for the organization or for this call, or null. */
  plain_by: v.optional(v.nullable(v.number()), null),
  /** Tickets with a lower version are refused, because permissions have changed since. */
  version: v.optional(v.number(), 0),
  locked: v.optional(v.boolean(), false),
  /** Users who were removed and can't rejoin. */
  barred: v.optional(v.array(v.number()), []),
  next: v.optional(v.number(), 1),
  /** Number of the last report, and of the last one the realm accepted. */
  seq: v.optional(v.number(), 0),
  taken: v.optional(v.number(), 0),
  /** Members' actions on others since the last report the realm accepted. */
  acts: v.optional(
    v.array(v.object({ n: v.number(), act: v.picklist(["remove", "mute"]), by: v.number(), user: v.number() })),
    [],
  ),
  /** Separate from `acts`, because older versions of the program can't read these values there. */
  encryption_acts: v.optional(
    v.array(v.object({ n: v.number(), act: v.picklist(["plain", "encrypt"]), by: v.number() })),
    [],
  ),
  /** Whether two members were ever present at the same time. */
  answered: v.optional(v.boolean(), false),
  empty_since: v.optional(v.nullable(v.number()), null),
  ended: v.optional(
    v.nullable(v.object({ why: v.picklist(["left", "ended", "too_long"]), by: v.nullable(v.number()) })),
    null,
  ),
});
export type RoomFacts = v.InferOutput<typeof factsSchema>;

const selectFacts = statement<NoParams, { facts: string }>("SELECT facts FROM room");
export const deleteFacts = statement("DELETE FROM room");
const insertFacts = statement<{ facts: string }>("INSERT INTO room (facts) VALUES (:facts)");
const readStoredFacts = stored("room.facts", v.nullable(factsSchema), () => null);

export function readFacts(sql: Sql): RoomFacts | null {
  const row = selectFacts.first(sql, {});
  return row === undefined ? null : readStoredFacts(row.facts);
}

export function writeFacts(sql: Sql, facts: RoomFacts): void {
  deleteFacts.run(sql, {});
  insertFacts.run(sql, { facts: JSON.stringify(facts) });
}

const selectExpected = statement<NoParams, { version: number }>(
  "SELECT coalesce(max(version), 0) AS version FROM expected",
);
const deleteExpected = statement("DELETE FROM expected");
const insertExpected = statement<{ version: number }>("INSERT INTO expected (version) VALUES (:version)");

/** Stores which tickets a room that hasn't started must refuse. */
export function expectVersion(sql: Sql, version: number): void {
  const least = Math.max(version, expectedVersion(sql));
  deleteExpected.run(sql, {});
  insertExpected.run(sql, { version: least });
}

export const expectedVersion = (sql: Sql): number => selectExpected.one(sql, {}).version;

const switchesSchema = v.object({
  ...{ mic: v.boolean(), cam: v.boolean(), screen: v.boolean(), hand: v.boolean(), deaf: v.boolean() },
  muted_by: v.nullable(v.number()),
});
export type Switches = v.InferOutput<typeof switchesSchema>;
export const ALL_OFF: Switches = { mic: false, cam: false, screen: false, hand: false, deaf: false, muted_by: null };
const readStoredSwitches = stored("members.switches", v.nullable(switchesSchema), () => null);

/** Returns a disconnected member's switches, or null while its socket's attachment has them. */
export const readSwitches = ({ id, switches }: MemberRow): Switches | null =>
  switches === null ? null : readStoredSwitches(switches, id);

export const writtenSwitches = ({ mic, cam, screen, hand, deaf, muted_by }: Switches): string =>
  JSON.stringify({ mic, cam, screen, hand, deaf, muted_by });

export interface MemberRow {
  readonly id: number;
  readonly user: number;
  readonly device: string;
  readonly resume: string;
  readonly credentials: string;
  readonly moderates: number;
  readonly is_starter: number;
  readonly joined_at: number;
  readonly lost_at: number | null;
  readonly switches: string | null;
  readonly key: string | null;
}

const memberColumns = "id, user, device, resume, credentials, moderates, is_starter, joined_at, lost_at, switches, key";

export const allMembers = statement<NoParams, MemberRow>(`SELECT ${memberColumns} FROM members ORDER BY id`);
export const writeMember = statement<ColumnsOf<MemberRow>>(
  `INSERT OR REPLACE INTO members (${memberColumns})
   VALUES (:id, :user, :device, :resume, :credentials, :moderates, :is_starter, :joined_at, :lost_at, :switches, :key)`,
);
export const deleteMember = statement<{ id: number }>("DELETE FROM members WHERE id = :id");

const allPeople = statement<NoParams, { user: number; ms: number; since: number | null }>(
  "SELECT user, ms, since FROM people ORDER BY user",
);
export const personIn = statement<{ user: number; now: number }>(
  `INSERT INTO people (user, ms, since) VALUES (:user, 0, :now)
   ON CONFLICT (user) DO UPDATE SET since = coalesce(since, :now)`,
);
export const personOut = statement<{ user: number; now: number }>(
  "UPDATE people SET ms = ms + :now - since, since = NULL WHERE user = :user AND since IS NOT NULL",
);

export const secondsOf = (sql: Sql, now: number): [user: number, seconds: number][] =>
  allPeople
    .all(sql, {})
    .map(({ user, ms, since }) => [user, Math.round((ms + (since === null ? 0 : now - since)) / 1000)]);
