import { type NoParams, statement } from "../../../database/statement.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";

/** Days are counted from 1970, in UTC. */
export const schema = [
  `-- Messages sent and active users per day, for the last two years.
   CREATE TABLE statistics_days (
     day INTEGER PRIMARY KEY,
     public_channels INTEGER NOT NULL DEFAULT 0,
     private_channels INTEGER NOT NULL DEFAULT 0,
     direct INTEGER NOT NULL DEFAULT 0,
     group_direct INTEGER NOT NULL DEFAULT 0,
     -- How many of all these were sent by bots.
     by_bots INTEGER NOT NULL DEFAULT 0,
     -- Active users on the day, and in the 7 and the 30 days that end with it. Null until it is over.
     people_day INTEGER,
     people_week INTEGER,
     people_month INTEGER
   ) STRICT;
   -- The days on which each user was active: bit n of days is the nth day before day.
   CREATE TABLE statistics_people (user_id INTEGER PRIMARY KEY, day INTEGER NOT NULL, days INTEGER NOT NULL) STRICT;
   CREATE TABLE statistics_progress (
     -- The newest counted message.
     counted_to INTEGER NOT NULL,
     -- The first day that isn't over.
     unfinished_day INTEGER NOT NULL,
     -- The first day for which active users are known.
     people_since INTEGER NOT NULL
   ) STRICT;`,
];

/** Number of days of activity kept per user: the days that can still be counted, plus the month before each. */
export const KNOWN_DAYS = 60;
const KNOWN = 2n ** BigInt(KNOWN_DAYS) - 1n;

export interface DayRow {
  readonly day: number;
  readonly public_channels: number;
  readonly private_channels: number;
  readonly direct: number;
  readonly group_direct: number;
  readonly by_bots: number;
  readonly people_day: number | null;
  readonly people_week: number | null;
  readonly people_month: number | null;
}

export interface Progress {
  readonly counted_to: MessageId;
  readonly unfinished_day: number;
  readonly people_since: number;
}

export const selectProgress = statement<NoParams, Progress>(
  "SELECT counted_to, unfinished_day, people_since FROM statistics_progress",
);
export const insertProgress = statement<{ counted_to: number; unfinished_day: number; people_since: number }>(
  `INSERT INTO statistics_progress (counted_to, unfinished_day, people_since)
   VALUES (:counted_to, :unfinished_day, :people_since)`,
);
export const setCountedTo = statement<{ message: number }>("UPDATE statistics_progress SET counted_to = :message");
export const setUnfinishedDay = statement<{ day: number }>("UPDATE statistics_progress SET unfinished_day = :day");

/** Selects the last of up to `most` messages after an id. */
export const lastOfNext = statement<{ after: number; most: number }, { id: MessageId | null }>(
  `SELECT max(id) AS id FROM (SELECT id FROM message_index WHERE id > :after ORDER BY id LIMIT :most)`,
);
/**
 * Selects the days in a range of messages, each with its first message, ordered by that message. Imported messages may
 * not be in chronological order.
 */
export const daysBetween = statement<{ after: number; last: number }, { day: number; first: MessageId }>(
  `SELECT hour / 24 AS day, min(first_message) AS first FROM message_hours
   WHERE first_message <= :last AND hour >= coalesce(
     (SELECT hour FROM message_hours WHERE first_message <= :after + 1 ORDER BY hour DESC LIMIT 1), 0)
   GROUP BY day ORDER BY first`,
);

/** `spans` is a JSON array of [day, first, last]: the first and last message of the day to count. */
const SPANS = `json_each(:spans) d
   CROSS JOIN message_index i ON i.id BETWEEN CAST(d.value ->> 1 AS INTEGER) AND CAST(d.value ->> 2 AS INTEGER)`;
const DAY = "CAST(d.value ->> 0 AS INTEGER)";
const PAIR = "length(v.members) - length(replace(v.members, ',', '')) <= 1";
const kinds = ["public_channels", "private_channels", "direct", "group_direct", "by_bots"] as const;

export const addMessages = statement<{ spans: string }>(
  `INSERT INTO statistics_days (day, ${kinds.join(", ")})
   SELECT g.day,
     coalesce(sum(g.messages) FILTER (WHERE c.invite_only = 0), 0),
     coalesce(sum(g.messages) FILTER (WHERE c.invite_only = 1), 0),
     coalesce(sum(g.messages) FILTER (WHERE ${PAIR}), 0),
     coalesce(sum(g.messages) FILTER (WHERE NOT (${PAIR})), 0),
     coalesce(sum(g.messages) FILTER (WHERE u.bot_type IS NOT NULL), 0)
   FROM (
     SELECT ${DAY} AS day, i.conversation_id, i.sender_id, count(*) AS messages FROM ${SPANS} GROUP BY 1, 2, 3
   ) g
   LEFT JOIN channels c ON c.conversation_id = g.conversation_id
   LEFT JOIN conversations v ON v.id = g.conversation_id
   LEFT JOIN users u ON u.id = g.sender_id
   WHERE true GROUP BY g.day
   ON CONFLICT (day) DO UPDATE SET ${kinds.map((kind) => `${kind} = ${kind} + excluded.${kind}`).join(", ")}`,
);

/** Clause that adds a day to a user's activity, unless it is already recorded or too long ago. */
const ON_KNOWN = `ON CONFLICT (user_id) DO UPDATE SET
     days = ${KNOWN} & CASE WHEN excluded.day > day THEN (days << (excluded.day - day)) | 1
       ELSE days | (1 << (day - excluded.day)) END,
     day = max(day, excluded.day)
   WHERE excluded.day > day OR (day - excluded.day < ${KNOWN_DAYS} AND NOT days & (1 << (day - excluded.day)))`;

/** Returns a row if this is the user's first activity on that day. */
export const addPerson = statement<{ user: number; day: number }, { user_id: number }>(
  `INSERT INTO statistics_people (user_id, day, days) VALUES (:user, CAST(:day AS INTEGER), 1)
   ${ON_KNOWN} RETURNING user_id`,
);
/** Counts senders of messages as active. */
export const addSenders = statement<{ spans: string }>(
  `INSERT INTO statistics_people (user_id, day, days)
   SELECT DISTINCT i.sender_id, ${DAY}, 1 FROM ${SPANS}
   JOIN users u ON u.id = i.sender_id WHERE u.bot_type IS NULL ORDER BY 2
   ${ON_KNOWN}`,
);

/** Counts the users active on a day, and within the 7 and 30 days ending with it. */
export const activePeople = statement<{ day: number }, Record<"day" | "week" | "month", number>>(
  `SELECT count(*) FILTER (WHERE before & 1) AS day, count(*) FILTER (WHERE before & ${2 ** 7 - 1}) AS week,
     count(*) FILTER (WHERE before & ${2 ** 30 - 1}) AS month
   FROM (
     SELECT CASE WHEN day >= :day THEN days >> (day - CAST(:day AS INTEGER))
       ELSE days << (CAST(:day AS INTEGER) - day) END AS before FROM statistics_people
   )`,
);
export const finishDay = statement<{ of: number; day: number; week: number; month: number }>(
  `INSERT INTO statistics_days (day, people_day, people_week, people_month) VALUES (:of, :day, :week, :month)
   ON CONFLICT (day) DO UPDATE SET people_day = excluded.people_day, people_week = excluded.people_week,
     people_month = excluded.people_month`,
);
export const deleteDaysBefore = statement<{ day: number }>("DELETE FROM statistics_days WHERE day < :day");
export const daysSince = statement<{ day: number }, DayRow>(
  `SELECT day, ${kinds.join(", ")}, people_day, people_week, people_month FROM statistics_days
   WHERE day >= :day ORDER BY day`,
);

const active = (condition: string) => `count(*) FILTER (WHERE is_active = 1 AND ${condition})`;
const role = (one: Role) => active(`bot_type IS NULL AND role = ${one}`);
export const countAccounts = statement<
  NoParams,
  Record<"owners" | "administrators" | "moderators" | "members" | "guests" | "deactivated" | "bots", number>
>(
  `SELECT ${role(Role.owner)} AS owners, ${role(Role.administrator)} AS administrators,
     ${role(Role.moderator)} AS moderators, ${role(Role.member)} AS members, ${role(Role.guest)} AS guests,
     count(*) FILTER (WHERE is_active = 0 AND bot_type IS NULL) AS deactivated,
     ${active("bot_type IS NOT NULL AND id NOT IN (SELECT user_id FROM system_bots)")} AS bots
   FROM users`,
);
const open = (condition: string) => `count(*) FILTER (WHERE is_archived = 0 AND ${condition})`;
export const countChannels = statement<NoParams, Record<"web_public" | "public" | "private" | "archived", number>>(
  `SELECT ${open("is_web_public = 1")} AS web_public, ${open("is_web_public = 0 AND invite_only = 0")} AS public,
     ${open("invite_only = 1")} AS private, count(*) FILTER (WHERE is_archived = 1) AS archived
   FROM channels`,
);

/** Selects human users with active accounts who were last active before a day. */
export const peopleAwaySince = statement<{ day: number; after: number; most: number }, { id: number }>(
  `SELECT u.id FROM users u LEFT JOIN statistics_people p ON p.user_id = u.id
   WHERE u.id > :after AND u.is_active = 1 AND u.bot_type IS NULL
     AND coalesce(p.day, u.date_joined / 86400) < :day
   ORDER BY u.id LIMIT :most`,
);
