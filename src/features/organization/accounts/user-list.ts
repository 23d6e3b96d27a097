import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accountPieces, systemBotIds, type User } from "./accounts.ts";
import { visibilityTest, visibleUserIds } from "./guest-visibility.ts";
import type { ProfileData } from "./member-schema.ts";
import { outsideAccessOf } from "./outside-access.ts";
import { profilePieces, readProfiles } from "./profiles.ts";
import { someInPieces, usersOfPiece } from "./rows.ts";
import { seesNoAddress, spectatorMember } from "./unknown-user.ts";
import { memberObject, type Viewer } from "./user-object.ts";

/** Many accounts, as sent from the realm to the Worker. */
export interface UserList {
  readonly realm: number;
  /** Host in the addresses shown to spectators. Undefined if sent by a realm of an older version. */
  readonly host?: string;
  readonly viewer: Viewer | null;
  /** The accounts as chunks of JSON, many per chunk. The realm parses none of them. */
  readonly pieces: readonly string[];
  readonly systemBots: readonly UserId[];
  /** The result of `visibleUserIds` for the viewer. */
  readonly visibleIds: readonly UserId[] | null;
  /** Chunks of JSON, or null if profiles weren't requested. */
  readonly profiles: readonly string[] | null;
}

interface ListOptions {
  /** Ids of the accounts to list, or all if undefined. */
  readonly ids?: readonly number[] | undefined;
  readonly profiles: boolean;
}

/** Returns all accounts, or those in `ids`. Runs in the realm. */
export function listUsers(realm: Realm, viewer: Viewer | null, { ids, profiles }: ListOptions): UserList {
  return {
    realm: realm.id,
    host: realm.host,
    viewer: viewer && {
      user_id: viewer.user_id,
      role: viewer.role,
      ...(outsideAccessOf(realm, viewer.user_id) && { outside: true as const }),
    },
    pieces: ids === undefined ? accountPieces(realm) : somePieces(realm, ids),
    systemBots: [...systemBotIds(realm)],
    visibleIds: visibleUserIds(realm, viewer),
    // Spectators see no profiles.
    profiles: profiles ? (viewer === null ? [] : profilePieces(realm, ids)) : null,
  };
}

const somePieces = (realm: Realm, ids: readonly number[]): string[] =>
  someInPieces.all(realm.sql, { ids: JSON.stringify(ids) }).map(({ piece }) => piece);

/** Accounts whose name contains one of `texts` or whose API address equals one, best matches first. */
const likelyIds = statement<{ texts: string; among: string | null; most: number }, { id: UserId }>(
  `SELECT users.id AS id FROM users, json_each(:texts)
   WHERE (instr(lower(full_name), value) > 0 OR lower(email) = value)
     AND (:among IS NULL OR bot_type IS NOT NULL OR users.id IN (SELECT value FROM json_each(:among)))
   GROUP BY users.id
   ORDER BY is_active DESC, max(lower(full_name) = value) DESC, max(instr(lower(full_name), value) = 1) DESC,
     max(instr(lower(full_name), ' ' || value) > 0) DESC, full_name COLLATE NOCASE
   LIMIT :most`,
);

/**
 * Returns the ids of accounts that match part of a name, up to `most` plus the number of system bots. Runs in the
 * realm.
 */
export function idsLike(realm: Realm, viewer: Viewer, text: string, most: number): UserId[] {
  const visible = visibleUserIds(realm, viewer);
  const among = visible && JSON.stringify([...visible, viewer.user_id]);
  const texts = JSON.stringify([...new Set(casesOf(text.trim()).map(asciiInLowerCase))]);
  return likelyIds.all(realm.sql, { texts, among, most: most + systemBotIds(realm).size }).map(({ id }) => id);
}

/** Returns a string in the letter cases common in names, because SQLite only ignores the case of ASCII letters. */
function casesOf(text: string): string[] {
  const lower = text.toLowerCase();
  return [
    text,
    lower,
    text.toUpperCase(),
    lower.replace(/(^|\s)(\S)/gu, (_, space, first) => space + first.toUpperCase()),
  ];
}
const asciiInLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns an account of the list as its viewer sees it. Runs in the Worker. */
export function listedMember(
  user: User,
  { realm, host = "", viewer }: UserList,
  options: { readonly client_gravatar: boolean; readonly profile: ProfileData | null },
) {
  const member = memberObject(user, realm, { viewer, ...options });
  return seesNoAddress(viewer) ? spectatorMember(user, member, { realm, host }) : member;
}

/**
 * Returns the system bots, the other accounts the viewer can see (`known`), and those the viewer can't see (`unknown`).
 * Runs in the Worker.
 */
export function readUsers({ pieces, viewer, systemBots, visibleIds, profiles }: UserList) {
  const bots = new Set(systemBots);
  const known = visibilityTest(visibleIds && new Set(visibleIds), viewer);
  const users = pieces.flatMap(accountsOf);
  const parsedProfiles = profiles && readProfiles(profiles);
  const others = users.filter((user) => !bots.has(user.id));
  return {
    systemBots: users.filter((user) => bots.has(user.id)),
    known: others.filter(known),
    profileOf: ({ id }: User): ProfileData | null => parsedProfiles && (parsedProfiles.get(id) ?? {}),
    // Those who joined through an outside link get no placeholders for accounts they can't see.
    unknown: visibleIds === null || viewer?.outside === true ? [] : others.filter((user) => !known(user)),
  };
}

/** Maximum number of cached chunks, enough for about 30,000 accounts at half a kilobyte per account. */
const MAX_KEPT = 128;
/** Parsed chunks by their JSON, most recently used last. */
const parsedChunks = new Map<string, readonly Readonly<User>[]>();

/**
 * Returns the accounts of a chunk. All callers share the same objects: when many clients register in a row, they get
 * the same chunks, and each is parsed once.
 */
function accountsOf(piece: string): readonly Readonly<User>[] {
  const accounts = parsedChunks.get(piece) ?? usersOfPiece(piece);
  parsedChunks.delete(piece);
  parsedChunks.set(piece, accounts);
  const [oldest] = parsedChunks.keys();
  if (parsedChunks.size > MAX_KEPT && oldest !== undefined) parsedChunks.delete(oldest);
  return accounts;
}
