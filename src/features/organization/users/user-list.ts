import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { visibilityTest, visibleUserIds } from "./guest-visibility.ts";
import { type ProfileData, profilePieces, readProfiles } from "./profiles.ts";
import { allInPieces, someInPieces, usersOfPiece } from "./rows.ts";
import type { Viewer } from "./user-object.ts";
import { systemBotIds, type User } from "./users.ts";

/** Many accounts, on their way to the Worker. */
export interface UserList {
  readonly realm: number;
  readonly viewer: Viewer | null;
  /** JSON: the realm does not look at the accounts one by one. */
  readonly pieces: readonly string[];
  readonly systemBots: readonly UserId[];
  readonly visibleIds: readonly UserId[] | null;
  /** Null where nobody asks for them. */
  readonly profiles: readonly string[] | null;
}

interface Wanted {
  /** All, where there is no list. */
  readonly ids?: readonly number[] | undefined;
  readonly profiles: boolean;
}

/** In the realm: all accounts, or some. */
export function listUsers(realm: Realm, viewer: Viewer | null, { ids, profiles }: Wanted): UserList {
  const rows =
    ids === undefined ? allInPieces.all(realm.sql, {}) : someInPieces.all(realm.sql, { ids: JSON.stringify(ids) });
  return {
    realm: realm.id,
    viewer: viewer && { user_id: viewer.user_id, role: viewer.role },
    pieces: rows.map(({ piece }) => piece),
    systemBots: [...systemBotIds(realm)],
    visibleIds: visibleUserIds(realm, viewer),
    // What people tell of themselves is not for strangers.
    profiles: profiles ? (viewer === null ? [] : profilePieces(realm, ids)) : null,
  };
}

/** In the Worker: the accounts, those that the viewer may know of, those that they may not, and the server's own. */
export function readUsers({ pieces, viewer, systemBots, visibleIds, profiles }: UserList) {
  const bots = new Set(systemBots);
  const known = visibilityTest(visibleIds && new Set(visibleIds), viewer);
  const users: User[] = pieces.flatMap(usersOfPiece);
  const written = profiles && readProfiles(profiles);
  const others = users.filter((user) => !bots.has(user.id));
  return {
    systemBots: users.filter((user) => bots.has(user.id)),
    known: others.filter(known),
    profileOf: ({ id }: User): ProfileData | null => written && (written.get(id) ?? {}),
    unknown: visibleIds === null ? [] : others.filter((user) => !known(user)),
  };
}
