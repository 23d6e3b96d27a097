import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { visibilityTest, visibleUserIds } from "./guest-visibility.ts";
import type { ProfileData } from "./member-schema.ts";
import { profilePieces, readProfiles } from "./profiles.ts";
import { someInPieces, usersOfPiece } from "./rows.ts";
import { spectatorMember } from "./unknown-user.ts";
import { memberObject, type Viewer } from "./user-object.ts";
import { accountPieces, systemBotIds, type User } from "./users.ts";

/** Many accounts, as the realm sends them to the Worker. */
export interface UserList {
  readonly realm: number;
  /** The host in the addresses that spectators see; objects of before it was told here do not say. */
  readonly host?: string;
  readonly viewer: Viewer | null;
  /** JSON of the accounts, many to a piece: the realm parses none of them. */
  readonly pieces: readonly string[];
  readonly systemBots: readonly UserId[];
  /** The result of `visibleUserIds` for the viewer. */
  readonly visibleIds: readonly UserId[] | null;
  /** Null where the request does not ask for profiles. */
  readonly profiles: readonly string[] | null;
}

interface ListOptions {
  /** The accounts to list; all if undefined. */
  readonly ids?: readonly number[] | undefined;
  readonly profiles: boolean;
}

/** In the realm: all accounts, or some. */
export function listUsers(realm: Realm, viewer: Viewer | null, { ids, profiles }: ListOptions): UserList {
  return {
    realm: realm.id,
    host: realm.host,
    viewer: viewer && { user_id: viewer.user_id, role: viewer.role },
    pieces: ids === undefined ? accountPieces(realm) : somePieces(realm, ids),
    systemBots: [...systemBotIds(realm)],
    visibleIds: visibleUserIds(realm, viewer),
    // A spectator sees no profiles.
    profiles: profiles ? (viewer === null ? [] : profilePieces(realm, ids)) : null,
  };
}

const somePieces = (realm: Realm, ids: readonly number[]): string[] =>
  someInPieces.all(realm.sql, { ids: JSON.stringify(ids) }).map(({ piece }) => piece);

/** The accounts in whose names one of some texts is, those first whom it fits best; or whose address on the API it is. */
const likelyIds = statement<{ texts: string; among: string | null; most: number }, { id: UserId }>(
  `SELECT users.id AS id FROM users, json_each(:texts)
   WHERE (instr(lower(full_name), value) > 0 OR lower(email) = value)
     AND (:among IS NULL OR bot_type IS NOT NULL OR users.id IN (SELECT value FROM json_each(:among)))
   GROUP BY users.id
   ORDER BY is_active DESC, max(lower(full_name) = value) DESC, max(instr(lower(full_name), value) = 1) DESC,
     max(instr(lower(full_name), ' ' || value) > 0) DESC, full_name COLLATE NOCASE
   LIMIT :most`,
);

/** In the realm: the accounts that somebody who says a part of a name may mean, a few more than `most` of them. */
export function idsLike(realm: Realm, viewer: Viewer, text: string, most: number): UserId[] {
  const visible = visibleUserIds(realm, viewer);
  const among = visible && JSON.stringify([...visible, viewer.user_id]);
  const texts = JSON.stringify([...new Set(casesOf(text.trim()).map(asciiInLowerCase))]);
  return likelyIds.all(realm.sql, { texts, among, most: most + systemBotIds(realm).size }).map(({ id }) => id);
}

/** SQLite knows the cases of ASCII alone: other letters are looked for in the cases in which names have them. */
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

/** In the Worker: an account of the list as its viewer sees it. */
export function listedMember(
  user: User,
  { realm, host = "", viewer }: UserList,
  options: { readonly client_gravatar: boolean; readonly profile: ProfileData | null },
) {
  const member = memberObject(user, realm, { viewer, ...options });
  return viewer === null ? spectatorMember(user, member, { realm, host }) : member;
}

/** In the Worker: the system bots, the accounts that the viewer may see (`known`), and those they may not (`unknown`). */
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
    unknown: visibleIds === null ? [] : others.filter((user) => !known(user)),
  };
}

/** The pieces of some 30,000 accounts, of which each takes half a kilobyte. */
const MAX_KEPT = 128;
/** Accounts by the text of their piece, the latest used last. */
const parsed = new Map<string, readonly Readonly<User>[]>();

/**
 * The accounts of a piece, the same objects for everybody who asks. When many register after each other they get the same
 * pieces, of which each is parsed once.
 */
function accountsOf(piece: string): readonly Readonly<User>[] {
  const accounts = parsed.get(piece) ?? usersOfPiece(piece);
  parsed.delete(piece);
  parsed.set(piece, accounts);
  const [oldest] = parsed.keys();
  if (parsed.size > MAX_KEPT && oldest !== undefined) parsed.delete(oldest);
  return accounts;
}
