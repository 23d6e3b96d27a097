import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { inMilliseconds, type Seconds } from "../../../util/time.ts";
import { gravatarHash } from "./accounts.ts";
import type { UserRow } from "./rows.ts";
import { avatarUrl, type memberObject, type Viewer } from "./user-object.ts";

export const UNKNOWN_NAME = "Unknown user";

const NO_PICTURE = "0".repeat(32);

export const standInEmail = (id: UserId, host: string) => `user${id}@${host}`;
const identicon = (hash: string) => `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=1`;

/** Returns the fields shown for an account that the viewer can't see. */
export const unknownUserFields = (id: UserId, host: string) => ({
  email: standInEmail(id, host),
  full_name: UNKNOWN_NAME,
  avatar_url: identicon(NO_PICTURE),
});

type PicturedUser = Parameters<typeof avatarUrl>[0];

/** Whether a viewer must not see email addresses, because they have no account or joined through an outside link. */
export const seesNoAddress = (viewer: Viewer | null): boolean => viewer === null || viewer.outside === true;

/**
 * Returns the fields of an account that differ for a viewer who must not see addresses. Not even the hash in the
 * picture's URL reveals the account's address.
 */
export function spectatorFields(
  user: PicturedUser,
  { realm, host }: { readonly realm: number; readonly host: string },
) {
  const email = standInEmail(user.id, host);
  const uploaded = avatarUrl(user, realm, { viewer: null, client_gravatar: false });
  return { email, avatar_url: user.avatar_source === "U" ? uploaded : identicon(gravatarHash(email)) };
}

/** Returns an account in API form for a viewer who must not see addresses. */
export const spectatorMember = <Member extends ReturnType<typeof memberObject>>(
  user: UserRow,
  member: Member,
  at: { readonly realm: number; readonly host: string },
): Member => ({ ...member, ...spectatorFields(user, at), delivery_email: null, timezone: "" });

/** Returns the entry for an account the viewer can't see, for clients that need an entry for every user. */
export const unknownUser = ({ id }: Pick<UserRow, "id">, { host, since }: { host: string; since: Seconds }) => ({
  ...unknownUserFields(id, host),
  user_id: id,
  delivery_email: null,
  date_joined: new Date(inMilliseconds(since)).toISOString().replace(".000Z", "+00:00"),
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: Role.member,
  timezone: "",
  avatar_version: 1,
  is_imported_stub: false,
  is_deleted: false,
  profile_data: {},
});
